// Written by npm run generate from web/texts/en.arb.

declare module 'messages:pins' {
  export const messages: {
    readonly pinned: (n: number) => string
    readonly pinnedMessages: string
    readonly pinnedFor: {
      readonly own: string
      readonly everyone: string
    }
    readonly pinTopic: string
    readonly unpinTopic: string
    readonly pinTopicForAll: string
    readonly unpinTopicForAll: string
    readonly isPinned: string
  }
}
