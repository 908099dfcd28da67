import type { Texts } from './en.ts'

export const de: Texts = {
  nothingFound:
    'Darüber finde ich nichts in der [Hilfe](/help/). Ich bin ein Programm und suche dort nach Wörtern, bisher nach ' +
    'englischen: Weniger oder andere helfen vielleicht. Nach allem anderen frag die Leute hier.',
  praise: {
    reply: 'So schreibt man.',
    react: 'So sagt man etwas ohne ein Wort.',
    topic: 'Da ist dein Thema: Wer es liest, weiß, worum es geht.',
    mute: 'Jetzt hörst du von dem, wovon du hören willst. Alles dazu steht unter [Benachrichtigungen](/help/notifications).',
  },
  asked: {
    react:
      '**Reagiere auf diese Nachricht.** Zeig darauf und wähle den Smiley, oder drücke `+`. ' +
      'Eine [Reaktion](/help/emoji-and-reactions) sagt oft genug.',
    topic:
      '**Beginne ein Thema.** Drücke `c` oder *Neues Thema*, wähle einen Kanal, sag in wenigen Worten, worum es geht, und ' +
      'schreib: Hallo, zum Beispiel. Alle in dem Kanal können es lesen. Mehr über [Themen](/help/topics).',
    mute:
      '**Schalte ein Thema stumm oder folge ihm.** In seinem Menü (`⋯` daneben oder die rechte Maustaste) gibt es beides. ' +
      'Stumme melden sich nicht; die, denen du [folgst](/help/topics#muting-and-following), sagen dir mehr.',
  },
  over: 'Das war alles.',
  ended: 'Ich sage von mir aus nichts mehr.',
  askMe:
    'Frag mich, was du über Loquat wissen willst: Ich suche es in der [Hilfe](/help/), bisher mit englischen Wörtern. ' +
    'Mit `tour` fange ich von vorn an.',
  words: { enough: 'genug|stopp|nein danke|aufhören', skip: 'weiter|nächster', tour: 'tour|führung' },
}
