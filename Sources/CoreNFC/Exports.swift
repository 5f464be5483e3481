// Apple's framework brings Foundation and Dispatch with it: a file that imports CoreNFC alone may
// speak of Data and of queues. Apple's Foundation in its turn brings Observation.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import Observation
