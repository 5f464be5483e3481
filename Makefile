# make          the program, as it is installed: .build/release/nfctrace
# make demo     a capture recorded into a trace and analyzed
# make test     all tests
# make install  PREFIX=/usr/local, DESTDIR
# make format   formats every Swift file;  make lint  says what is not formatted
#
# Each of the first three says which Swift it uses and installs Debian packages that are missing.

PREFIX ?= /usr/local
export SWIFT_BACKTRACE ?= enable=no

SWIFT = swift=$$(.ci/find-swift) && PATH=$$(dirname "$$swift"):$$PATH && swift
RELEASE = -c release --product nfctrace --static-swift-stdlib -Xlinker -s \
	--explicit-target-dependency-import-check error
SWIFT_FILES = Package.swift Plugins Sources Tests

.PHONY: all ready demo test install format lint clean

all: ready
	@$(SWIFT) build $(RELEASE)

ready:
	@.ci/prepare

demo: ready
	@$(SWIFT) build --product nfctrace
	@.ci/demo

test: ready
	@$(SWIFT) test

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
