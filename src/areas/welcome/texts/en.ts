/** What the welcome bot says on the tour, in Markdown, and the words by which people steer it. */
export const en = {
  nothingFound:
    'I find nothing about that in the [help](/help/). I am a program and look for words there: fewer or other ones may do. ' +
    'For everything else ask the people here.',
  praise: {
    reply: 'That is how one writes.',
    react: 'That is how one says something without a word.',
    topic: 'There is your topic: whoever reads it knows what it is about.',
    mute: 'Now you hear of what you want to hear of. All of it is in [notifications](/help/notifications).',
  },
  asked: {
    react:
      '**React to this message.** Point at it and choose the smiley, or press `+`. ' +
      'A [reaction](/help/emoji-and-reactions) often says enough.',
    topic:
      '**Begin a topic.** Press `c` or *New topic*, choose a channel, say in a few words what it is about, and write: hello, ' +
      'for example. Everybody in that channel can read it. More about [topics](/help/topics).',
    mute:
      '**Mute or follow a topic.** Its menu (`⋯` beside it, or the right mouse button) has both. ' +
      'Muted ones are silent; those that you [follow](/help/topics#muting-and-following) tell you more.',
  },
  over: 'That was all.',
  ended: 'I say no more by myself.',
  askMe:
    'Ask me whatever you want to know about Loquat: I look for it in the [help](/help/). ' +
    'With `tour` I begin again.',
  /** Words that stand alone, in lower case, with `|` between them. */
  words: { enough: 'enough|stop|no thanks|no thank you', skip: 'skip|next', tour: 'tour' },
}

export type Texts = typeof en
