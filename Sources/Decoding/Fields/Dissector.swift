import Bytes
package import GrammarLanguage

/// Takes steps apart into fields, by what the grammars say.
///
/// Fields are dissected on demand, but some are explained by what was sent before (the data of GET
/// PROCESSING OPTIONS by the list in the answer to SELECT): show it every entry of the story with
/// `observe`, in order, and ask for the fields of those that are printed.
package struct Dissector: Sendable {
  let lexicon: Lexicon
  let apdus: Grammar?
  let applications: Grammar?
  @GrammarInUse var desfire: Grammar?
  @GrammarInUse var type1: Grammar?
  @GrammarInUse var type2: Grammar?
  @GrammarInUse var felica: Grammar?
  let felicaBlocks: FelicaBlockFields?
  let vicinity: VicinityReader
  @GrammarInUse var picoPass: Grammar?
  @GrammarInUse var sri: Grammar?
  @GrammarInUse var classic: Grammar?
  let typeA: Grammar?
  @GrammarInUse var typeB: Grammar?
  let blocks: Grammar?
  let tags: TagTable
  let typeASelection: TypeASelection?
  /// How many digits of an amount stand behind the point, by currency.
  let currencyDigits: ValueSet?
  package private(set) var lists = DOLMemory()
  /// For pieces that are read one by one.
  var scratch = FieldTree()
  /// The perspective of the application that was asked for last.
  private var selected = Identifier()
  private var selection: Perspective?

  package init(_ lexicon: Lexicon) {
    self.lexicon = lexicon
    apdus = lexicon.grammar("iso7816")
    applications = lexicon.grammar("applications")
    _desfire = GrammarInUse("desfire", of: lexicon)
    _type1 = GrammarInUse("type1", of: lexicon)
    _type2 = GrammarInUse("type2", of: lexicon)
    _felica = GrammarInUse("felica", of: lexicon)
    felicaBlocks = FelicaBlockFields(lexicon)
    vicinity = VicinityReader(lexicon)
    _picoPass = GrammarInUse("iclass", of: lexicon)
    _sri = GrammarInUse("sri", of: lexicon)
    _classic = GrammarInUse("mifare-classic", of: lexicon)
    typeA = lexicon.grammar("iso14443a")
    _typeB = GrammarInUse("iso14443b", of: lexicon)
    blocks = lexicon.grammar("iso-dep")
    tags = TagTable(apdus)
    typeASelection = TypeASelection(typeA)
    currencyDigits = apdus?.enumeration(named: "CurrencyDigits")
  }

  /// Remembers what later steps need. Call it behind `dissect` for the same step.
  package mutating func observe(_ entry: Story.Entry, in story: borrowing Story) {
    switch entry {
    case .visit: break
    case .step(let step, _):
      guard case .exchange(let exchange) = step.content else { return }
      observe(exchange, visit: step.visit, in: story)
    case .end(let end): forget(visit: end.number)
    }
  }

  /// The same for an exchange that is at hand.
  package mutating func observe(_ exchange: Exchange, visit: Int, in story: borrowing Story) {
    lists.observe(exchange, visit: visit, bytes: story.bytes.span)
  }

  /// Forgets a visit that has ended.
  package mutating func forget(visit: Int) { lists.forget(visit: visit) }

  /// Fills a dissection with a step's fields; it stays empty where no grammar knows the bytes.
  package mutating func dissect(
    _ step: Step, in story: borrowing Story, into dissection: inout Dissection
  ) {
    dissection.clear()
    switch step.content {
    case .exchange(let exchange): dissect(exchange, visit: step.visit, in: story, into: &dissection)
    case .polling(let polling):
      dissection.command.source = .frame(polling.ecpFrame, number: 0)
      readRequest(typeA, story, into: &dissection)
    case .activation(let activation):
      dissect(activation, of: step, in: story, into: &dissection)
    case .protocolActivation(let activation):
      pair(activation.request, activation.answer, of: step, into: &dissection)
      let isTypeB =
        !activation.request.isEmpty && story.bytes[Int(activation.request.start)] == 0x1D
      readRequest(isTypeB ? typeB : blocks, story, into: &dissection)
    case .parameterSelection(let selection):
      pair(selection.request, selection.answer, of: step, into: &dissection)
      readRequest(blocks, story, into: &dissection)
    case .block(let block):
      pair(block.request, block.answer, of: step, into: &dissection)
      readBlock(&dissection.command, story)
      readBlock(&dissection.answer, story)
    case .event, .halt, .deselect, .damaged, .records, .raw, .answerToReset: break
    case .peer(let peer): dissect(peer, of: step, in: story, into: &dissection)
    }
    dissection.command.tree.dropEmptyRests()
    dissection.answer.tree.dropEmptyRests()
  }

  private func pair(
    _ request: Extent, _ answer: Extent, of step: Step, into dissection: inout Dissection
  ) {
    dissection.command.source = .frame(request, number: step.commandFrame)
    dissection.answer.source = .frame(answer, number: step.answerFrame)
  }

  /// The perspective of a selected application, kept until another is asked for.
  mutating func perspective(of application: Identifier) -> Perspective? {
    guard let apdus else { return nil }
    if let selection, selected == application { return selection }
    let aid = application.bytes
    let perspective = Perspective(
      apdus, selected: aid.span, registry: applications, in: lexicon)
    selected = application
    selection = perspective
    return perspective
  }
}
