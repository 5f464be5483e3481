// GrammarLanguage
