// Apple's framework brings Foundation and Dispatch with it: a file that imports CoreNFC alone may
// speak of Data and of queues.
@_exported public import Dispatch
@_exported public import Foundation
