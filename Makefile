# make          the program, as it is installed: .build/release/nfctrace
# make demo     a program recorded on a simulated reader, and more, told
# make test     all tests
# make bench    speed, sizes and memory beside tshark; FRAMES=n ROUNDS=n PARTS="..." BENCH=full
# make fuzz     SECONDS=n, TARGET=name: hostile input, and how much of the code it reaches
# make soak     SECONDS=n: kills, damage, failing disks, pipes and bombs; 600 for ten million frames;
#               KINDS="damage recorder" for some alone
# make examples the packages in Tests/Examples, as their owners build them
# make install  PREFIX=/usr/local, DESTDIR, EXTCAP=Wireshark's extcap folder
# make format   formats every Swift file;  make lint  says what is not formatted
#
# Each of the first seven says which Swift it uses and installs Debian packages that are missing.

PREFIX ?= /usr/local
export SWIFT_BACKTRACE ?= enable=no

SWIFT = swift=$$(.ci/find-swift) && PATH=$$(dirname "$$swift"):$$PATH && swift
RELEASE = -c release --static-swift-stdlib -Xlinker -s \
	--explicit-target-dependency-import-check error
SWIFT_FILES = Package.swift Plugins Sources Tests

.PHONY: all ready demo test bench fuzz soak examples install format lint clean

all: ready
	@$(SWIFT) build $(RELEASE) --product nfctrace
	@$(SWIFT) build $(RELEASE) --product nfctrace-preload

ready:
	@.ci/prepare $(PACKAGES)

demo: PACKAGES = libnfc-bin
demo: ready
	@$(SWIFT) build --product nfctrace
	@$(SWIFT) build --product nfctrace-preload
	@.ci/demo

test: PACKAGES = --test
test: ready
	@$(SWIFT) test

bench: PACKAGES = python3
bench: all .build/bench/captures .build/bench/measure
	@export NFCTRACE_BENCH=1 && $(SWIFT) build $(RELEASE) --product HotCalls
	@python3 Tests/Bench/bench.py

.build/bench/captures: $(addprefix Tests/Bench/,captures.c visit.c air.c visit.h air.h)
.build/bench/measure: Tests/Bench/measure.c
.build/bench/%:
	@mkdir -p $(@D)
	@cc -O2 -Wall -Wextra -Werror -o $@ $(filter %.c,$^)

SECONDS ?= 120
fuzz: ready
	@Tests/Fuzz/run $(SECONDS) $(TARGET)

soak: PACKAGES = python3
soak: all
	@python3 Tests/Soak/soak.py $(SECONDS)

examples: ready
	@swift=$$(.ci/find-swift) && PATH=$$(dirname "$$swift"):$$PATH Tests/Examples/run

# As root after make: what is built is not built again.
install:
	@test -x .build/release/nfctrace || $(MAKE) all
	@.ci/install .build/release/nfctrace "$(PREFIX)"

format:
	@$(SWIFT) format --in-place --recursive $(SWIFT_FILES)

lint:
	@$(SWIFT) format lint --strict --recursive $(SWIFT_FILES)

clean:
	rm -rf .build
