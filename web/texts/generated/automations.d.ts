// Written by npm run generate from web/texts/en.arb.

declare module 'messages:automations' {
  export const messages: {
    readonly list: string
    readonly loading: string
    readonly none: string
    readonly new: string
    readonly templates: {
      readonly weekly: {
        readonly label: string
        readonly help: string
        readonly topic: string
        readonly text: string
      }
      readonly standup: {
        readonly label: string
        readonly help: string
        readonly topic: string
        readonly text: string
      }
      readonly blank: {
        readonly label: string
        readonly help: string
      }
      readonly triage: {
        readonly label: string
        readonly help: string
        readonly topic: string
        readonly text: string
      }
      readonly welcome: {
        readonly label: string
        readonly help: string
        readonly text: string
      }
    }
    readonly daily: (time: string, zone: string) => string
    readonly weekdays: (time: string, zone: string) => string
    readonly weekly: (days: string, time: string, zone: string) => string
    readonly monthly: (day: number, time: string, zone: string) => string
    readonly posts: (place: string) => string
    readonly messages: (people: string) => string
    readonly unknownChannel: string
    readonly hiddenChannel: string
    readonly someone: string
    readonly isOn: (name: string) => string
    readonly next: (when: string) => string
    readonly off: string
    readonly paused: string
    readonly last: {
      readonly done: (when: string) => string
      readonly failed: (when: string) => string
      readonly missed: (when: string) => string
      readonly running: (when: string) => string
      readonly canceled: (when: string) => string
    }
    readonly states: {
      readonly done: string
      readonly failed: string
      readonly missed: string
      readonly running: string
      readonly canceled: string
    }
    readonly missedHelp: string
    readonly edit: string
    readonly editOf: (name: string) => string
    readonly runs: string
    readonly runsOf: (name: string) => string
    readonly noRuns: string
    readonly retry: string
    readonly retryOf: (when: string) => string
    readonly message: string
    readonly more: string
    readonly delete: string
    readonly deleteOf: (name: string) => string
    readonly deleteTitle: (name: string) => string
    readonly deleteHelp: string
    readonly name: string
    readonly nameHelp: string
    readonly scope: string
    readonly organization: string
    readonly scopeHelp: string
    readonly when: string
    readonly repeat: string
    readonly repeats: {
      readonly daily: string
      readonly weekdays: string
      readonly weekly: string
      readonly monthly: string
    }
    readonly days: string
    readonly day: string
    readonly dayHelp: string
    readonly time: string
    readonly zone: string
    readonly do: string
    readonly step: (n: number) => string
    readonly kinds: {
      readonly post: string
      readonly direct_message: string
      readonly reply: string
      readonly message_person: string
      readonly react: string
      readonly resolve: string
    }
    readonly channel: string
    readonly chooseChannel: string
    readonly topic: string
    readonly people: string
    readonly text: string
    readonly textHelp: string
    readonly addStep: string
    readonly removeStep: (n: number) => string
    readonly create: string
    readonly save: string
    readonly triggers: {
      readonly schedule: string
      readonly message: string
      readonly reaction: string
      readonly joined_channel: string
      readonly topic_resolved: string
      readonly manual: string
    }
    readonly where: string
    readonly allPublic: string
    readonly anyPublic: string
    readonly emoji: string
    readonly topics: string
    readonly topicMatches: {
      readonly any: string
      readonly is: string
      readonly begins_with: string
    }
    readonly topicName: string
    readonly words: string
    readonly wordsHelp: (n: number) => string
    readonly quoted: (word: string) => string
    readonly onMessage: (place: string) => string
    readonly onWords: (words: string, place: string) => string
    readonly onReaction: (emoji: string, place: string) => string
    readonly reacts: (emoji: string) => string
    readonly causeHelp: (names: string) => string
    readonly pausedRuns: string
    readonly causeMessage: string
    readonly onJoin: (place: string) => string
    readonly placeholders: (names: string) => string
    readonly onResolve: (place: string) => string
    readonly cancel: string
    readonly cancelOf: (when: string) => string
    readonly onCommand: (command: string) => string
    readonly command: string
    readonly commandHelp: string
    readonly commandInvalid: string
    readonly commandBuiltIn: (command: string) => string
    readonly commandHint: string
    readonly commandHintHelp: string
  }
}
