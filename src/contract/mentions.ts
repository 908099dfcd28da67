/** Names that mention everyone in a channel or direct conversation: `@**all**`. */
export const channelWildcards: readonly string[] = ['all', 'everyone', 'channel', 'stream']
/** Mentions everyone who has posted in the topic: `@**topic**`. */
export const topicWildcard = 'topic'
