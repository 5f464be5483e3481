// BuiltInGrammars
