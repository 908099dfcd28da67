/** Names that mention everyone in a channel, or in a direct conversation: `@**all**`. */
export const channelWildcards: readonly string[] = ['all', 'everyone', 'channel', 'stream']
/** The name that mentions everyone who has taken part in a topic: `@**topic**`. */
export const topicWildcard = 'topic'
