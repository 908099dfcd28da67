// Written by npm run generate from web/texts/en.arb.

declare module 'messages:finding' {
  export const messages: {
    readonly searchField: string
    readonly searchHint: string
    readonly closeSearch: string
    readonly searchOptions: string
    readonly searchKeys: string
    readonly conditions: string
    readonly removeCondition: (text: string) => string
    readonly editCondition: (text: string) => string
    readonly not: (text: string) => string
    readonly operators: {
      readonly channel: string
      readonly topic: string
      readonly sender: string
      readonly dm: string
      readonly 'dm-including': string
      readonly mentions: string
      readonly is: string
      readonly has: string
      readonly date: string
      readonly before: string
      readonly near: string
      readonly channels: string
      readonly in: string
      readonly id: string
      readonly with: string
    }
    readonly operatorHints: {
      readonly channel: string
      readonly topic: string
      readonly sender: string
      readonly dm: string
      readonly 'dm-including': string
      readonly mentions: string
      readonly is: string
      readonly has: string
      readonly date: string
      readonly before: string
      readonly near: string
      readonly channels: string
      readonly in: string
    }
    readonly values: {
      readonly 'is unread': string
      readonly 'is starred': string
      readonly 'is mentioned': string
      readonly 'is alerted': string
      readonly 'is dm': string
      readonly 'is resolved': string
      readonly 'is followed': string
      readonly 'is muted': string
      readonly 'has link': string
      readonly 'has image': string
      readonly 'has attachment': string
      readonly 'has reaction': string
      readonly 'channels public': string
      readonly 'in home': string
      readonly 'in all': string
    }
    readonly days: {
      readonly today: string
      readonly yesterday: string
      readonly week: string
      readonly month: string
      readonly year: string
    }
    readonly recentSearch: string
    readonly searchEverywhere: (words: string) => string
    readonly everywhere: string
    readonly onlyHere: (place: string) => string
    readonly searchIn: string
    readonly allMessages: string
    readonly results: (n: number) => string
    readonly resultsSoFar: (n: number) => string
    readonly sortResults: string
    readonly sortings: {
      readonly time: string
      readonly relevance: string
    }
    readonly ranked: (n: number) => string
    readonly topRanked: (n: number) => string
    readonly nearWords: (word: string, others: readonly string[]) => string
    readonly searchedForWords: (words: string) => string
    readonly searchInstead: (text: string) => string
    readonly openedBefore: string
    readonly openedSince: string
    readonly nothingFound: string
    readonly nothingFoundHere: (place: string) => string
    readonly nothingFoundMore: string
    readonly without: (text: string) => string
    readonly publicToo: string
    readonly noDay: string
    readonly noEarlierDay: string
    readonly goTo: string
    readonly goToHint: string
    readonly goToOptions: string
    readonly goToNone: string
    readonly goToKeys: string
    readonly help: string
    readonly command: string
    readonly ofMessage: string
    readonly view: string
    readonly conversation: string
    readonly person: string
    readonly searchMessages: (words: string) => string
    readonly topicFilter: string
    readonly topicsLoading: string
    readonly noTopics: string
    readonly noTopicFits: string
    readonly resolvedTopics: (n: number) => string
    readonly topicKeys: string
    readonly muteTopic: string
    readonly unmuteTopic: string
    readonly muteTopicFor: string
    readonly followTopic: string
    readonly unfollowTopic: string
    readonly isMuted: string
    readonly isFollowed: string
    readonly withTopic: (name: string, topic: string) => string
    readonly invite: string
  }
}
