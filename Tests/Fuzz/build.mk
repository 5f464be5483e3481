# Builds the fuzz program. SwiftPM does not link libFuzzer, so every module of Sources is compiled
# here, as one object, counted for libFuzzer and for coverage alike:
#
#   make -j2 -f Tests/Fuzz/build.mk                    .build/fuzz/fuzzer/fuzz
#   make -j2 -f Tests/Fuzz/build.mk SANITIZE=address   .build/fuzz/address/fuzz
#
# Interfaces come first and without function bodies, so that the objects can be made side by side.

SANITIZE ?= fuzzer
OPTIMIZE ?= -O
SWIFTC ?= swiftc
BUILD ?= .build/fuzz/$(SANITIZE)
sanitizers = $(if $(filter fuzzer,$(SANITIZE)),fuzzer,fuzzer,$(SANITIZE))

# What wraps a C library is a module map; the programs, what starts others and listens to them, and
# Apple's interfaces, which bring Foundation, are not under test.
WRAPPERS := $(patsubst %/module.modulemap,%,$(wildcard Sources/*/module.modulemap))
PROGRAMS = nfctrace TraceTesting GrammarEmbedder CardEmbedder Capture CPreload ReaderPorts \
	CoreNFC CoreNFCTesting os OSLog
MODULES := $(filter-out $(PROGRAMS) $(notdir $(WRAPPERS)),$(notdir $(wildcard Sources/*)))
GENERATED = .build/fuzz/BuiltInGrammars+All.swift
CARDS = .build/fuzz/BuiltInCard+All.swift

COMMON = $(OPTIMIZE) -wmo -parse-as-library -swift-version 6 -package-name nfctrace -I $(BUILD) \
	$(WRAPPERS:%=-I %) \
	-enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault \
	-enable-upcoming-feature MemberImportVisibility -enable-experimental-feature Lifetimes
INTERFACE = $(COMMON) -suppress-warnings -experimental-skip-non-inlinable-function-bodies
COUNTED = $(COMMON) -sanitize=$(sanitizers) -profile-generate -profile-coverage-mapping

$(BUILD)/fuzz: $(MODULES:%=$(BUILD)/%.o) $(BUILD)/Fuzz.o
	$(SWIFTC) -sanitize=$(sanitizers) -profile-generate -o $@ $^ -lzstd -lz

# A folder changes when a file comes or goes.
contents = $(shell find $(1) -type d -o -name '*.swift')
sources = $(filter %.swift,$^)

define module
$(1)_FILES := $(call contents,Sources/$(1))
$(1)_IMPORTS := $$(filter $(MODULES),$$(sort $$(shell \
	sed -n 's/^.*import \([A-Za-z]*\)$$$$/\1/p' $$(filter %.swift,$$($(1)_FILES)))))
$(BUILD)/$(1).swiftmodule: $$($(1)_FILES) $$($(1)_IMPORTS:%=$(BUILD)/%.swiftmodule) | $(BUILD)
	$(SWIFTC) $(INTERFACE) -module-name $(1) -emit-module -emit-module-path $$@ $$(sources)
$(BUILD)/$(1).o: $$($(1)_FILES) $$($(1)_IMPORTS:%=$(BUILD)/%.swiftmodule) | $(BUILD)
	$(SWIFTC) $(COUNTED) -suppress-warnings -module-name $(1) -emit-object -o $$@ $$(sources)
endef
$(foreach name,$(MODULES),$(eval $(call module,$(name))))

$(BUILD)/BuiltInGrammars.swiftmodule $(BUILD)/BuiltInGrammars.o: $(GENERATED)

$(BUILD)/Playback.swiftmodule $(BUILD)/Playback.o: $(CARDS)

# The package's own plugins make cards and grammars.
$(CARDS): $(shell find Traces/cards -type d -o -name '*.card') $(call contents,Sources/CardEmbedder)
	swift build --target Playback
	@mkdir -p $(@D)
	cp "$$(find -L .build/plugins/outputs -name $(@F) | head -n 1)" $@

$(GENERATED): $(shell find Grammars -type d -o -name '*.grammar') \
		$(call contents,Sources/GrammarLanguage Sources/GrammarEmbedder)
	swift build --target BuiltInGrammars
	@mkdir -p $(@D)
	cp "$$(find -L .build/plugins/outputs -name $(@F) | head -n 1)" $@

$(BUILD)/Fuzz.o: $(call contents,Tests/Fuzz) $(MODULES:%=$(BUILD)/%.swiftmodule)
	$(SWIFTC) $(COUNTED) -strict-memory-safety -warnings-as-errors \
		-module-name Fuzz -emit-object -o $@ $(sources)

$(BUILD):
	@mkdir -p $@
