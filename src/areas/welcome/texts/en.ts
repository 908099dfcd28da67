/** What Welcome Bot says during the tour, in Markdown, and the words that control the tour. */
export const en = {
  nothingFound:
    'I couldn’t find anything about that in the [help](/help/). I’m a bot that searches for words, so try fewer or different ones. ' +
    'For anything else, ask the people here.',
  praise: {
    reply: 'Nice! You’ve sent your first message.',
    react: 'Great, that’s how you react.',
    topic: 'You’ve started a topic! Everyone can see at a glance what it’s about.',
    mute: 'Now you’ll hear about what matters to you. Learn more about [notifications](/help/notifications).',
  },
  asked: {
    react:
      '**React to this message.** Hover over it and choose the smiley, or press `+`. ' +
      'A [reaction](/help/emoji-and-reactions) is often all you need to say.',
    topic:
      '**Start a topic.** Press `c` or *New topic*, choose a channel, enter a short topic, and write a message, such as “hello”. ' +
      'Everyone in that channel can read it. Learn more about [topics](/help/topics).',
    mute:
      '**Mute or follow a topic.** Open its menu (`⋯` next to it, or right-click) and choose one. ' +
      'You aren’t notified about muted topics, and you’re notified about every message in topics you [follow](/help/topics#muting-and-following).',
  },
  over: 'That’s the end of the tour!',
  ended: 'OK, I’ve ended the tour.',
  askMe: 'Ask me anything about Loquat, and I’ll search the [help](/help/). ' + 'Type `tour` to start over.',
  /** Whole messages in lowercase, separated by `|`. */
  words: { enough: 'stop|enough|no thanks|no thank you', skip: 'skip|next', tour: 'tour' },
}

export type Texts = typeof en
