// On Apple's systems this module has what `os` has, and a store of logs besides.
@_exported public import os
