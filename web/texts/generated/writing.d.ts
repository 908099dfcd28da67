// Written by npm run generate from web/texts/en.arb.

declare module 'messages:writing' {
  export const messages: {
    readonly writing: string
    readonly writeMessage: string
    readonly newMessage: string
    readonly closeWriting: string
    readonly channel: string
    readonly changeChannel: (name: string) => string
    readonly toPeople: string
    readonly toChannel: string
    readonly nameSomeone: string
    readonly nameOthers: string
    readonly removePerson: (name: string) => string
    readonly recipientNeeded: string
    readonly suggestions: (n: number, first: string) => string
    readonly suggestionsFor: string
    readonly notSubscribed: string
    readonly notifyChannel: (n: number) => string
    readonly notifyConversation: string
    readonly notifyTopic: string
    readonly bot: string
    readonly memberCount: (n: number) => string
    readonly channelAlone: string
    readonly poll: string
    readonly pollQuestion: string
    readonly pollOptions: string
    readonly pollOption: (n: number) => string
    readonly withoutOption: (n: number) => string
    readonly tasks: string
    readonly todoTitle: string
    readonly task: (n: number) => string
    readonly taskDescription: (n: number) => string
    readonly description: string
    readonly withoutTask: (n: number) => string
    readonly noColon: string
    readonly addPoll: string
    readonly addTodoList: string
    readonly inEachZone: string
    readonly uploading: (name: string) => string
    readonly files: string
    readonly dropTo: (place: string) => string
    readonly dropHere: string
    readonly dropNowhere: string
    readonly dropBehind: string
    readonly fileTooLarge: (mib: number) => string
    readonly notUploaded: string
    readonly fileUnreadable: string
    readonly uploadFailed: string
    readonly uploadPaused: string
    readonly uploadPending: string
    readonly chooseAgain: (name: string) => string
    readonly removeFile: (name: string) => string
    readonly topicMovedOnTheWay: (place: string) => string
    readonly leftBehind: (place: string, now: string) => string
    readonly goThere: string
    readonly waitsForFiles: string
    readonly preview: string
    readonly nothingToPreview: string
    readonly toolbar: string
    readonly useOtherKey: (key: string) => string
    readonly tools: string
    readonly addFiles: string
    readonly emoji: string
    readonly mentionSomeone: string
    readonly globalTime: string
    readonly snippets: string
    readonly bold: string
    readonly italic: string
    readonly struck: string
    readonly link: string
    readonly code: string
    readonly bulleted: string
    readonly numbered: string
    readonly quote: string
    readonly mathematics: string
    readonly larger: string
    readonly smaller: string
    readonly charactersLeft: (n: number) => string
    readonly sendMenu: string
    readonly sendLater: string
    readonly presetDay: {
      readonly today: string
      readonly tomorrow: string
      readonly monday: string
    }
    readonly otherTime: string
    readonly timeExample: string
    readonly timeNotUnderstood: string
    readonly timeTooSoon: string
    readonly schedule: string
    readonly scheduledFor: (time: string) => string
    readonly undo: string
    readonly saveSnippet: string
    readonly snippetTitle: string
    readonly snippetText: string
    readonly noSnippets: string
    readonly noSnippetFound: string
    readonly filterSnippets: string
    readonly newSnippet: string
    readonly insert: string
    readonly editSnippet: (title: string) => string
    readonly deleteSnippet: (title: string) => string
    readonly snippetDeleted: (title: string) => string
    readonly remindOfThis: string
    readonly noReminders: string
    readonly reminder: string
    readonly reminderOf: (place: string) => string
    readonly reminderAlone: string
    readonly reminderFailed: string
    readonly dateAndTime: string
    readonly save: string
    readonly keepAsDraft: string
    readonly noDrafts: string
    readonly unsent: string
    readonly unsentTo: (place: string) => string
    readonly draftTo: (place: string) => string
    readonly draftGone: string
    readonly scheduledThrownAway: string
    readonly toNoOne: string
    readonly throwAway: string
    readonly noScheduled: string
    readonly scheduledTo: (place: string) => string
    readonly notSent: string
    readonly failedAt: (time: string) => string
    readonly failureDetails: string
    readonly newTimeNeeded: string
    readonly changeTime: string
    readonly sendNow: string
    readonly scheduledText: string
    readonly scheduledChanged: string
    readonly scheduledGone: string
    readonly openDraft: string
    readonly makeDraft: string
    readonly cancel: string
    readonly editingNow: (people: readonly string[]) => string
    readonly archivedChannel: string
    readonly locked: {
      readonly always: string
      readonly alwaysFor: (reason: string) => string
      readonly until: (end: string) => string
      readonly untilFor: (end: string, reason: string) => string
    }
    readonly warnLocked: string
    readonly slowMode: {
      readonly interval: (time: string) => string
      readonly waits: (time: string) => string
      readonly isOver: string
    }
    readonly notSubscribedHere: string
    readonly cannotPost: (who: 'nobody' | 'owners' | 'administrators' | 'moderators' | 'fullmembers' | 'members' | 'everyone' | 'internet') => string
    readonly onlyGroupPosts: (group: string) => string
    readonly cannotStartTopic: (who: 'nobody' | 'owners' | 'administrators' | 'moderators' | 'fullmembers' | 'members' | 'everyone' | 'internet') => string
    readonly onlyGroupBeginsTopics: (group: string) => string
    readonly topicNeeded: string
    readonly topicsNotUsed: string
    readonly personNotJoined: (name: string) => string
    readonly personGone: (name: string) => string
    readonly tooManyPeople: (n: number) => string
    readonly cannotSendDirectly: string
    readonly cannotStartDirectly: string
    readonly warnEveryone: (n: number, channel: string) => string
    readonly sendAllTheSame: string
    readonly cannotMentionAll: string
    readonly warnNotSubscribed: (channel: string) => string
    readonly warnResolved: string
    readonly warnOutside: (people: readonly string[]) => string
    readonly subscribeThem: (n: number) => string
    readonly warnGroupOutside: (group: string) => string
    readonly warnGuests: (people: readonly string[]) => string
    readonly held: {
      readonly waits: (topic: string, text: string) => string
      readonly withdraw: string
    }
    readonly newcomer: {
      readonly links: string
      readonly files: string
      readonly mentions: string
    }
    readonly restricted: {
      readonly until: {
        readonly read_only: (end: string, reason: string) => string
        readonly no_direct_messages: (end: string, reason: string) => string
        readonly read_only_in: (end: string, reason: string) => string
      }
      readonly always: {
        readonly read_only: (reason: string) => string
        readonly no_direct_messages: (reason: string) => string
        readonly read_only_in: (reason: string) => string
      }
    }
    readonly messageModerators: string
    readonly lockdown: {
      readonly until: (end: string) => string
      readonly untilFor: (end: string, reason: string) => string
    }
    readonly runCommand: string
  }
}
