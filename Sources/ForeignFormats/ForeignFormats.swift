// ForeignFormats
