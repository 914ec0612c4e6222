// The languages in which a chat model answers, each with what its answers are made of.

/** A request to write one of some things, whose names are a pattern. */
export function asksToWrite(things: string): RegExp {
  const between = `(?:(?!(?:${ABOUT})\\s)\\S+\\s+){0,5}`
  const before = `(?:${WRITE})\\s+${between}(?:${things})`
  return new RegExp(
    `(?<!\\p{L})(?:${before}|(?:${things})\\s+${between}(?:schreiben|verfassen|schrijven))(?!\\p{L})`,
    'iu',
  )
}

const WRITE =
  'write|draft|compose|prepare|create|fix|give me|schreibe?|verfasse|erstelle|écri[st]|écrivez|rédigez?|escrib[ea]|redact[ae]|scriv[ai]|escrev[ae]|schrijf'
/** What follows these words is not what is to be written. */
const ABOUT = 'of|about|from|über|aus|sur|sobre|del|di|su|over|van'

export interface Language {
  /** How a request names the language, as in "answer in German". */
  readonly named: RegExp
  /** Frequent words that tell the language and say nothing of the subject. */
  readonly words: ReadonlySet<string>
  /** Asks for one sentence; asks for one word. */
  readonly brief: RegExp
  readonly oneWord: RegExp
  readonly greeted: RegExp
  readonly thanked: RegExp
  readonly greeting: string
  readonly welcome: string
  /** Asks for a list; for a letter, with how one begins and ends; for yes or no. */
  readonly list: RegExp
  readonly letter: { readonly asked: RegExp; readonly greeting: string; readonly closing: string }
  readonly asksYesNo: RegExp
  readonly yesNo: readonly string[]
  /** Before a sentence; `{}` is the subject. */
  readonly about: string
  readonly sentences: readonly string[]
  /** `{}` is the subject of an earlier message. */
  readonly earlier: string
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** English is the first, because it is assumed when nothing tells the language. */
export const LANGUAGES: readonly [Language, ...Language[]] = [
  {
    named: /\b(?:in|to|into) english\b|(?:auf|ins) englisch/i,
    words: words(
      `the is are was a an of to and in for on with what how why which who when where do does i me my you your it this that be
      can should please from about not we our at by or if tell give write list explain compare draft summarize translate
      describe answer reply say dear briefly brief short concise sentence sentences word words one two three times detail json
      english german french spanish italian portuguese dutch`,
    ),
    brief: /\b(?:brief|briefly|concise|concisely|short|shortly|one sentence|single sentence|tl;?dr)\b/i,
    oneWord: /\b(?:one|single) word\b/i,
    greeted: /^(?:say\s+)?(?:hello|hi|hey|good (?:morning|afternoon|evening))\b[^?]{0,12}$/i,
    thanked: /^(?:thanks|thank you|thx)\b/i,
    greeting: 'Hello! What can I do for you?',
    welcome: "You're welcome. Let me know if there is anything else.",
    list: /\b(?:list|name (?:the|two|three|four|five|six)|give me (?:two|three|four|five|six)|steps|plan for|table)\b/i,
    letter: {
      asked: asksToWrite('e-?mail|letter|reminder|message'),
      greeting: 'Dear Sir or Madam,',
      closing: 'Kind regards',
    },
    asksYesNo: /^(?:is|are|can|could|do|does|did|will|should|has|have|may)\b/i,
    about: 'As for {}, ',
    yesNo: ['Yes.', 'No.'],
    sentences: [
      'what was agreed matters most, and by when it is needed.',
      'start with what is known today, and list what is still missing.',
      'compare the figures with those of the last time, because that is where mistakes show.',
      'if time is short, take the largest part first and leave the rest for later.',
      'a second person should look it over before it goes out.',
      'agree on one person who is responsible, and on a date.',
    ],
    earlier: 'This takes into account what you wrote about {}.',
  },
  {
    named: /\b(?:in|to|into) german\b|(?:auf|ins) deutsch|en allemand/i,
    words: words(
      `der die das den dem des ein eine einen einem einer ist sind war und oder nicht mit von zu zum zur im in auf für bei was wie
      warum welche welcher welches wer wann wo ich du sie wir mir mich uns bitte kurz es auch noch aus nach über an am wird
      werden kann soll hat haben fasse zusammen erkläre nenne schreibe schreib liste vergleiche antworte wort satz knapp gib`,
    ),
    brief: /\b(?:kurz|knapp|ein(?:em)? satz)\b/i,
    oneWord: /\beine?m? (?:einzigen )?wort\b/i,
    greeted: /^(?:hallo|guten (?:tag|morgen|abend)|servus|moin|grüß gott)\b[^?]{0,12}$/i,
    thanked: /^(?:danke|vielen dank|besten dank)/i,
    greeting: 'Hallo! Was kann ich für Sie tun?',
    welcome: 'Gern geschehen. Melden Sie sich, wenn noch etwas ist.',
    list: /\b(?:liste|nenne|zähle|schritte|tabelle|gib mir (?:zwei|drei|vier|fünf|sechs))\b/i,
    letter: {
      asked: asksToWrite('e-?mail|brief|mahnung|erinnerung|nachricht'),
      greeting: 'Sehr geehrte Damen und Herren,',
      closing: 'Mit freundlichen Grüßen',
    },
    asksYesNo: /^(?:ist|sind|kann|können|darf|soll|hat|haben|wird)\b/i,
    about: 'Zum Thema {}: ',
    yesNo: ['Ja.', 'Nein.'],
    sentences: [
      'Entscheidend ist, was vereinbart wurde und bis wann es gebraucht wird.',
      'Am besten beginnt man mit dem, was heute bekannt ist, und notiert, was noch fehlt.',
      'Ein Vergleich mit dem letzten Mal lohnt sich, denn dort zeigen sich die Fehler.',
      'Wenn die Zeit knapp ist, kommt der größte Teil zuerst und der Rest später.',
      'Eine zweite Person sollte alles prüfen, bevor es hinausgeht.',
      'Wichtig sind eine verantwortliche Person und ein Termin.',
    ],
    earlier: 'Das berücksichtigt, was Sie zu {} geschrieben haben.',
  },
  {
    named: /\b(?:in|to|into) french\b|en français|(?:auf|ins) französisch/i,
    words: words(
      `le la les l un une des du de d et ou est sont pas ne que qui quoi quel quelle quels quelles comment pourquoi quand où je j tu
      vous nous mon ma mes votre il elle ce cette pour dans sur avec au aux en bref brièvement phrase mot réponds répondez
      explique expliquez donne donnez merci moi y a`,
    ),
    brief: /\b(?:bref|brièvement|une (?:seule )?phrase|court)(?!\p{L})/iu,
    oneWord: /\bun (?:seul )?mot\b/i,
    greeted: /^(?:bonjour|salut|bonsoir)\b[^?]{0,12}$/i,
    thanked: /^merci\b/i,
    greeting: 'Bonjour ! Que puis-je faire pour vous ?',
    welcome: "Avec plaisir. N'hésitez pas si vous avez d'autres questions.",
    list: /\b(?:liste|cite[rz]?|énumère[rz]?|étapes|tableau)\b/i,
    letter: {
      asked: asksToWrite('e-?mail|courriel|lettre|rappel|message'),
      greeting: 'Madame, Monsieur,',
      closing: 'Cordialement',
    },
    asksYesNo: /^(?:est-ce|peut-on|puis-je|pouvez-vous|faut-il|avez-vous)/i,
    about: 'Pour ce qui est de « {} », ',
    yesNo: ['Oui.', 'Non.'],
    sentences: [
      "l'essentiel est ce qui a été convenu, et pour quelle date.",
      "commencez par ce qui est connu aujourd'hui, et notez ce qui manque encore.",
      'comparez les chiffres avec ceux de la dernière fois, car les erreurs se voient là.',
      "si le temps presse, traitez d'abord la plus grande partie et le reste ensuite.",
      'une deuxième personne devrait tout relire avant l’envoi.',
      'désignez une personne responsable et fixez une date.',
    ],
    earlier: 'Cela tient compte de ce que vous avez écrit sur {}.',
  },
  {
    named: /\b(?:in|to|into) spanish\b|en español|(?:auf|ins) spanisch/i,
    words: words(
      `el la los las un una unos unas de del y o es son no que qué quién cuál cuáles cómo por para porqué cuándo dónde yo tú usted mi
      mis su en con al se está están hay breve brevemente frase palabra responde explica dame gracias lo me más`,
    ),
    brief: /\b(?:breve|brevemente|corto|una (?:sola )?frase)\b/i,
    oneWord: /\buna (?:sola )?palabra\b/i,
    greeted: /^¡?(?:hola|buenos días|buenas tardes|buenas noches)(?!\p{L})[^?]{0,12}$/iu,
    thanked: /^¡?(?:muchas )?gracias\b/i,
    greeting: '¡Hola! ¿En qué puedo ayudarle?',
    welcome: 'De nada. Avíseme si necesita algo más.',
    list: /\b(?:lista|enumera|nombra|pasos|tabla)\b/i,
    letter: {
      asked: asksToWrite('e-?mail|correo|carta|recordatorio|mensaje'),
      greeting: 'Estimados señores:',
      closing: 'Atentamente',
    },
    asksYesNo: /^¿?(?:es|son|puede|puedo|hay|debe|tiene)(?!\p{L})/iu,
    about: 'En cuanto a {}, ',
    yesNo: ['Sí.', 'No.'],
    sentences: [
      'lo más importante es qué se acordó y para cuándo se necesita.',
      'empiece por lo que se sabe hoy y anote lo que todavía falta.',
      'compare las cifras con las de la última vez, porque ahí se ven los errores.',
      'si hay poco tiempo, haga primero la parte más grande y deje el resto para después.',
      'otra persona debería revisarlo antes de enviarlo.',
      'conviene nombrar a una persona responsable y fijar una fecha.',
    ],
    earlier: 'Esto tiene en cuenta lo que escribió sobre {}.',
  },
  {
    named: /\b(?:in|to|into) italian\b|in italiano|auf italienisch/i,
    words: words(
      `il lo la i gli le un uno una di del della dei delle e o è sono non che chi quale quali come perché quando dove io tu mi mio per
      con su nel nella al alla da breve brevemente frase parola rispondi spiega dammi grazie si ho ci`,
    ),
    brief: /\b(?:breve|brevemente|una (?:sola )?frase)\b/i,
    oneWord: /\buna (?:sola )?parola\b/i,
    greeted: /^(?:ciao|buongiorno|buonasera|salve)\b[^?]{0,12}$/i,
    thanked: /^grazie\b/i,
    greeting: 'Buongiorno! Come posso aiutarla?',
    welcome: 'Prego. Mi faccia sapere se serve altro.',
    list: /\b(?:elenca|elenco|lista|passi|tabella)\b/i,
    letter: {
      asked: asksToWrite('e-?mail|lettera|sollecito|messaggio'),
      greeting: 'Gentili signori,',
      closing: 'Cordiali saluti',
    },
    asksYesNo: /^(?:è|sono|può|posso|ci sono|bisogna)(?!\p{L})/iu,
    about: 'Quanto a {}, ',
    yesNo: ['Sì.', 'No.'],
    sentences: [
      'conta soprattutto che cosa è stato concordato, e per quando serve.',
      'conviene partire da ciò che si sa oggi e annotare ciò che manca.',
      "confronti le cifre con quelle dell'ultima volta, perché lì si vedono gli errori.",
      'se il tempo è poco, prima la parte più grande e poi il resto.',
      "un'altra persona dovrebbe ricontrollare tutto prima dell'invio.",
      'servono una persona responsabile e una data.',
    ],
    earlier: 'Questo tiene conto di ciò che ha scritto su {}.',
  },
  {
    named: /\b(?:in|to|into) portuguese\b|em português|auf portugiesisch/i,
    words: words(
      `o a os as um uma de do da dos das e ou é são não que quem qual quais como por porque quando onde eu você meu minha para com em no
      na nos nas ao se está estão há breve brevemente frase palavra responda explique obrigado obrigada mais`,
    ),
    brief: /\b(?:breve|brevemente|curto|uma (?:só )?frase)\b/i,
    oneWord: /\buma (?:só )?palavra\b/i,
    greeted: /^(?:olá|oi|bom dia|boa tarde|boa noite)(?!\p{L})[^?]{0,12}$/iu,
    thanked: /^(?:muito )?obrigad[oa]\b/i,
    greeting: 'Olá! Em que posso ajudar?',
    welcome: 'De nada. Avise se precisar de mais alguma coisa.',
    list: /\b(?:lista|enumere|cite|passos|tabela)\b/i,
    letter: {
      asked: asksToWrite('e-?mail|carta|lembrete|mensagem'),
      greeting: 'Prezados senhores,',
      closing: 'Atenciosamente',
    },
    asksYesNo: /^(?:é|são|pode|posso|há|deve)(?!\p{L})/iu,
    about: 'Quanto a {}, ',
    yesNo: ['Sim.', 'Não.'],
    sentences: [
      'o mais importante é o que foi combinado e para quando é preciso.',
      'comece pelo que se sabe hoje e anote o que ainda falta.',
      'compare os números com os da última vez, porque é aí que os erros aparecem.',
      'se houver pouco tempo, faça primeiro a maior parte e deixe o resto para depois.',
      'outra pessoa deve rever tudo antes do envio.',
      'convém nomear uma pessoa responsável e marcar uma data.',
    ],
    earlier: 'Isto tem em conta o que escreveu sobre {}.',
  },
  {
    named: /\b(?:in|to|into) dutch\b|in het nederlands|auf niederländisch/i,
    words: words(
      `de het een en of is zijn was niet dat die wat hoe waarom welke wie wanneer waar ik jij je u wij we mij mijn voor met van op in
      aan bij er nog staan naar uit kort zin woord antwoord leg geef bedankt te om ook`,
    ),
    brief: /\b(?:kort|beknopt|één zin|een enkele zin)(?!\p{L})/iu,
    oneWord: /\b(?:één|een enkel) woord\b|één woord/iu,
    greeted: /^(?:hallo daar|hoi|goedemorgen|goedemiddag|goedenavond|dag)\b[^?]{0,12}$/i,
    thanked: /^(?:bedankt|dank u|dank je)\b/i,
    greeting: 'Hallo! Waarmee kan ik u helpen?',
    welcome: 'Graag gedaan. Laat het weten als er nog iets is.',
    list: /\b(?:lijst|noem|som op|stappen|tabel)\b/i,
    letter: {
      asked: asksToWrite('e-?mail|brief|herinnering|bericht'),
      greeting: 'Geachte heer, mevrouw,',
      closing: 'Met vriendelijke groet',
    },
    asksYesNo: /^(?:is|zijn|kan|kunt|mag|moet|heeft|hebben)\b/i,
    about: 'Wat {} betreft: ',
    yesNo: ['Ja.', 'Nee.'],
    sentences: [
      'het belangrijkste is wat er is afgesproken, en wanneer het nodig is.',
      'begin met wat vandaag bekend is en noteer wat nog ontbreekt.',
      'vergelijk de cijfers met die van de vorige keer, want daar zie je de fouten.',
      'als er weinig tijd is, doe dan eerst het grootste deel en de rest later.',
      'een tweede persoon zou alles moeten nakijken voordat het weggaat.',
      'spreek een verantwoordelijke en een datum af.',
    ],
    earlier: 'Dit houdt rekening met wat u over {} schreef.',
  },
]

/** The frequent words of all languages, each with the places of its languages in the list. */
export const FREQUENT: ReadonlyMap<string, readonly number[]> = placesOfWords()

function placesOfWords() {
  const places = new Map<string, number[]>()
  for (const [place, { words }] of LANGUAGES.entries())
    for (const word of words) places.set(word, [...(places.get(word) ?? []), place])
  return places
}

/** The first language with a pattern that a text matches; undefined for most texts, of which one look tells. */
function finderOf(patternOf: (language: Language) => RegExp) {
  const byFlags = Map.groupBy(LANGUAGES.map(patternOf), ({ flags }) => flags)
  const any = Array.from(
    byFlags,
    ([flags, patterns]) => new RegExp(patterns.map(({ source }) => source).join('|'), flags),
  )
  return (text: string): Language | undefined =>
    any.some(pattern => pattern.test(text))
      ? LANGUAGES.find(language => patternOf(language).test(text))
      : undefined
}

export const greetedIn = finderOf(({ greeted }) => greeted)
export const thankedIn = finderOf(({ thanked }) => thanked)
export const namedIn = finderOf(({ named }) => named)
