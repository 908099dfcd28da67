/**
 * What Notification Bot and Welcome Bot post, in Markdown. `who` is a silent mention, `channels` are
 * links, `quote` is a block of its own.
 */
export const en = {
  /** Ends a text that was too long. */
  cutOff: '[message truncated]',
  topics: { signups: 'signups', channelEvents: 'channel events', newChannels: 'new channels' },
  subscribed: (who: string, channel: string) => `${who} subscribed you to the channel ${channel}.`,
  subscribedToSeveral: (who: string) => `${who} subscribed you to these channels:`,
  joined: (who: string) => `${who} joined this organization.`,
  joinedAsGuest: (who: string) => `${who} joined this organization as a guest.`,
  welcome: {
    to: (organization: string) => `Welcome to **${organization}**! :wave:`,
    topics: 'Every conversation here has a *topic*. Open a channel, choose a topic or start a new one, and write.',
    tour:
      '**Want a quick tour?** It has four short steps, and only you can see this. First step: reply to this message with ' +
      'anything you like. Type `skip` to skip a step, or `stop` to end the tour.',
    ask: 'You can ask me about Loquat at any time, and I’ll search the [help](/help/) for you.',
  },
  channel: {
    privacy: {
      webPublic: 'Web-public',
      public: 'Public',
      sharedHistory: 'Private (shared history)',
      protectedHistory: 'Private (protected history)',
    },
    kept: {
      asOrganization: 'the organization’s default',
      forEver: 'forever',
      days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
    },
    nobody: 'nobody',
    andMore: (count: number) => ` and ${count} more`,
    noDescription: '*No description.*',
    created: (privacy: string, who: string) => `**${privacy}** channel created by ${who}.`,
    announced: (who: string, channels: readonly string[]) =>
      `${who} created ${channels.length === 1 ? 'a new channel' : 'new channels'} ${channels.join(', ')}.`,
    renamed: (who: string, before: string, now: string) =>
      `${who} renamed this channel from **${before}** to **${now}**.`,
    described: (who: string) => `${who} changed the description of this channel.`,
    before: '**Before:**',
    now: '**Now:**',
    privacyChanged: (who: string, before: string, now: string) =>
      `${who} changed the privacy of this channel from **${before}** to **${now}**.`,
    postingChanged: (who: string, before: string, now: string) =>
      `${who} changed who can post in this channel from ${before} to ${now}.`,
    keptChanged: (who: string, before: string, now: string) =>
      `${who} changed the message retention period of this channel from **${before}** to **${now}**.`,
    archived: (who: string) => `${who} archived this channel.`,
    unarchived: (who: string) => `${who} unarchived this channel.`,
  },
  moved: {
    /** `count` messages, or the whole topic; `place` is a link, or empty where it cannot be named. */
    here: (count: number | 'all', place: string, who: string) =>
      `${movedWhat(count)} here${place && ` from ${place}`} by ${who}.`,
    away: (count: number | 'all', place: string, who: string) =>
      `${movedWhat(count)}${place ? ` to ${place}` : ' away'} by ${who}.`,
  },
  resolved: (who: string) => `${who} has marked this topic as resolved.`,
  unresolved: (who: string) => `${who} has marked this topic as unresolved.`,
  report: {
    topic: (author: string) => `Reports about ${author}`,
    inChannel: (reporter: string, author: string, place: string, kind: string) =>
      `${reporter} reported a message by ${author} in ${place}: **${kind}**`,
    inDirect: (reporter: string, author: string, kind: string) =>
      `${reporter} reported a message by ${author} in a direct conversation: **${kind}**`,
    kinds: {
      spam: 'Spam',
      harassment: 'Harassment',
      inappropriate: 'Inappropriate content',
      norms: 'Violates community norms',
      other: 'Something else',
    },
    said: 'Explanation:',
    message: 'Message:',
  },
}

const movedWhat = (count: number | 'all') =>
  count === 'all' ? 'This topic was moved' : count === 1 ? 'A message was moved' : `${count} messages were moved`

export type Texts = typeof en
