// Written by npm run generate from web/texts/en.arb.

declare module 'messages:main' {
  export const messages: {
    readonly appName: string
    readonly starting: string
    readonly cannotStart: string
    readonly tryAgain: string
    readonly signIn: string
    readonly signedOut: string
    readonly busyUntil: (time: string) => string
    readonly outdated: string
    readonly inOtherLanguage: string
    readonly reload: string
    readonly reconnecting: string
    readonly offlineSince: (time: string) => string
    readonly skipToMessages: string
    readonly skipToCompose: string
    readonly menu: string
    readonly closeMenu: string
    readonly views: string
    readonly messages: string
    readonly inbox: string
    readonly feed: string
    readonly reactions: string
    readonly moreViews: string
    readonly fewerViews: string
    readonly arrangeViews: string
    readonly saveView: string
    readonly mentions: string
    readonly starred: string
    readonly directMessages: string
    readonly allDirectMessages: string
    readonly moreConversations: string
    readonly fewerConversations: string
    readonly pinned: string
    readonly channels: string
    readonly otherChannels: string
    readonly allTopics: string
    readonly quiet: string
    readonly settings: string
    readonly muteHere: string
    readonly generalChat: string
    readonly people: string
    readonly you: string
    readonly yourself: string
    readonly unread: (n: number) => string
    readonly mentioned: string
    readonly newMessages: string
    readonly scrollToEnd: string
    readonly loadingMessages: string
    readonly noMessages: string
    readonly noMessagesYet: string
    readonly cannotLoad: string
    readonly show: string
    readonly nothingOlder: string
    readonly showMore: string
    readonly showLess: string
    readonly edited: string
    readonly spoiler: string
    readonly moved: string
    readonly today: string
    readonly yesterday: string
    readonly messageTo: (place: string) => string
    readonly newTopic: string
    readonly topic: string
    readonly send: string
    readonly sendHint: (key: string) => string
    readonly sending: string
    readonly waiting: string
    readonly refused: (reason: string) => string
    readonly retry: string
    readonly discard: string
    readonly editAgain: string
    readonly tooLong: (over: number) => string
    readonly typing: (people: readonly string[]) => string
    readonly typingMany: string
    readonly beingEdited: string
    readonly present: {
      readonly active: string
      readonly idle: string
      readonly offline: string
    }
    readonly keyboard: string
    readonly nextUnread: string
    readonly nextFollowed: string
    readonly nextDirect: string
    readonly nextRow: string
    readonly previousRow: string
    readonly foldRow: string
    readonly unfoldRow: string
    readonly readRow: string
    readonly readAllRows: string
    readonly undo: string
    readonly filterRows: string
    readonly laterRow: string
    readonly nextMessage: string
    readonly previousMessage: string
    readonly newDirectMessage: string
    readonly newMessage: string
    readonly collapsedMessage: string
    readonly mutedMessage: string
    readonly bot: string
    readonly byAgent: (agent: string) => string
    readonly guest: string
    readonly notJoined: string
    readonly deactivated: string
    readonly copyCode: string
    readonly tryCode: string
    readonly resolveTopic: string
    readonly unresolveTopic: string
    readonly renameTopic: string
    readonly hasStar: string
    readonly youFirst: string
    readonly reactedBy: (people: readonly string[], emoji: string) => string
    readonly poll: string
    readonly voteFor: (option: string, votes: number) => string
    readonly separator: string
    readonly newOption: string
    readonly addOption: string
    readonly taskList: string
    readonly newTask: string
    readonly addTask: string
    readonly isThere: string
    readonly notSaved: string
    readonly pictureGone: string
    readonly resolved: string
    readonly isLocked: string
    readonly search: string
    readonly searchFor: (words: string) => string
    readonly showInContext: string
    readonly foundIn: string
    readonly goToAnything: string
    readonly topicsOf: (channel: string) => string
    readonly notUnderstood: string
    readonly notUnderstoodMore: string
    readonly drafts: string
    readonly scheduledMessages: string
    readonly reminders: string
    readonly toInbox: string
    readonly filterPeople: string
    readonly filterChannels: string
    readonly setStatus: string
    readonly browseChannels: string
    readonly addChannels: string
    readonly placeMenu: (name: string) => string
    readonly directoryTitles: {
      readonly channels: string
      readonly newChannel: string
      readonly groups: string
      readonly newGroup: string
    }
    readonly unknownAddress: string
    readonly inboxTabs: {
      readonly unread: string
      readonly forYou: string
      readonly all: string
    }
    readonly startCall: string
    readonly startOrJoinCall: string
    readonly muteInCall: string
    readonly peopleInCall: (n: number) => string
  }
}
