// Written by npm run generate from web/texts/en.arb.

declare module 'messages:actions' {
  export const messages: {
    readonly actions: string
    readonly until: (time: string) => string
    readonly wasUntil: (time: string) => string
    readonly react: string
    readonly reactThumb: string
    readonly reactSame: string
    readonly reply: string
    readonly replyMentioning: string
    readonly replyToSender: string
    readonly quote: string
    readonly quoteSelection: string
    readonly forward: string
    readonly edit: string
    readonly editLast: string
    readonly viewSource: string
    readonly history: string
    readonly move: string
    readonly copyLink: string
    readonly copyText: string
    readonly star: string
    readonly unstar: string
    readonly pin: string
    readonly unpin: string
    readonly pinForAll: string
    readonly unpinForAll: string
    readonly collapse: string
    readonly expand: string
    readonly markUnread: string
    readonly receipts: string
    readonly remind: string
    readonly report: string
    readonly delete: string
    readonly openConversation: string
    readonly showMedia: string
    readonly menu: string
    readonly keys: string
    readonly keysEverywhere: string
    readonly keysOfMessages: string
    readonly changeKeys: string
    readonly helpPages: string
    readonly ownKeysMore: string
    readonly withoutLetters: string
    readonly pressKey: string
    readonly addKey: (what: string) => string
    readonly takeKeyAway: (key: string, what: string) => string
    readonly keyGiven: (key: string, what: string) => string
    readonly keyTakenAway: (key: string, what: string) => string
    readonly keyIsTaken: (key: string, what: string) => string
    readonly takeKey: (what: string) => string
    readonly leaveKey: string
    readonly keyReserved: (key: string) => string
    readonly usualKeys: (what: string) => string
    readonly reset: string
    readonly resetKeys: string
    readonly keysReset: string
    readonly keysElsewhere: string
    readonly copyKeys: string
    readonly pasteKeys: string
    readonly useKeys: string
    readonly noKeys: string
    readonly cardOfSender: string
    readonly keysOfPicker: string
    readonly close: string
    readonly cancel: string
    readonly discardTitle: string
    readonly discardHelp: string
    readonly keepEditing: string
    readonly discard: string
    readonly save: string
    readonly copy: string
    readonly copied: string
    readonly notCopied: string
    readonly failed: (reason: string) => string
    readonly noServer: string
    readonly starred: string
    readonly unstarred: string
    readonly markedUnread: (n: number) => string
    readonly cannot: (action: string) => string
    readonly tooLate: (action: string, time: string) => string
    readonly searchEmoji: string
    readonly emoji: string
    readonly noEmoji: string
    readonly emojiFailed: string
    readonly skinTone: string
    readonly skinTones: {
      readonly none: string
      readonly light: string
      readonly mediumLight: string
      readonly medium: string
      readonly mediumDark: string
      readonly dark: string
    }
    readonly emojiSections: {
      readonly recent: string
      readonly popular: string
      readonly custom: string
      readonly smileys: string
      readonly people: string
      readonly animals: string
      readonly food: string
      readonly travel: string
      readonly activities: string
      readonly objects: string
      readonly symbols: string
      readonly flags: string
    }
    readonly editing: string
    readonly saveHint: (key: string) => string
    readonly filesComing: string
    readonly emptyEdit: string
    readonly tooLong: (over: number) => string
    readonly changedConcurrently: string
    readonly goneWhileEditing: string
    readonly goneWhileEditingMore: string
    readonly movedWhileEditing: (place: string) => string
    readonly savedThere: (place: string) => string
    readonly source: string
    readonly textOfMessage: string
    readonly historyOf: string
    readonly posted: string
    readonly edited: string
    readonly moved: string
    readonly by: (name: string) => string
    readonly fromTo: (from: string, to: string) => string
    readonly textHidden: string
    readonly deleteQuestion: string
    readonly deleteMore: string
    readonly deleted: string
    readonly restored: string
    readonly notDeleted: (reason: string) => string
    readonly deleteIt: string
    readonly moveTitle: string
    readonly channel: string
    readonly changeChannel: (name: string) => string
    readonly topic: string
    readonly whichMessages: string
    readonly onlyThis: string
    readonly thisAndLater: string
    readonly allOfTopic: string
    readonly announceNew: string
    readonly announceOld: string
    readonly joins: string
    readonly moveThem: string
    readonly movedTo: (place: string) => string
    readonly goThere: string
    readonly moveAllowed: (n: number, all: number) => string
    readonly moveTheNewest: (n: number) => string
    readonly renameTitle: string
    readonly rename: string
    readonly receiptsOf: (n: number) => string
    readonly receiptsMore: string
    readonly remindTitle: string
    readonly remindWhen: string
    readonly remindAt: string
    readonly remindNote: string
    readonly remindIt: string
    readonly remindPresets: {
      readonly hour: string
      readonly threeHours: string
      readonly tomorrow: string
      readonly monday: string
    }
    readonly remindPast: string
    readonly remindedAt: (time: string) => string
    readonly undo: string
    readonly reportTitle: string
    readonly reportMore: string
    readonly reportWhy: string
    readonly reportDescription: string
    readonly reportDetails: string
    readonly reportOtherMore: string
    readonly reportIt: string
    readonly reported: string
    readonly loading: string
    readonly said: string
    readonly viewer: string
    readonly next: string
    readonly previous: string
    readonly zoomIn: string
    readonly zoomOut: string
    readonly originalSize: string
    readonly openFile: string
    readonly download: string
    readonly fileOf: (size: string) => string
    readonly place: (at: number, all: number) => string
    readonly tryCodeOn: string
  }
}
