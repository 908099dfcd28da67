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
      readonly kudos: {
        readonly label: string
        readonly help: string
        readonly command: string
        readonly hint: string
        readonly text: string
      }
      readonly approval: {
        readonly label: string
        readonly help: string
        readonly command: string
        readonly hint: string
        readonly text: string
        readonly approved: string
        readonly declined: string
      }
      readonly request: {
        readonly label: string
        readonly help: string
        readonly command: string
        readonly question: string
        readonly title: string
        readonly urgency: string
        readonly low: string
        readonly normal: string
        readonly high: string
        readonly details: string
        readonly topic: string
        readonly text: string
      }
      readonly incident: {
        readonly label: string
        readonly help: string
        readonly command: string
        readonly hint: string
        readonly text: string
        readonly question: string
        readonly lead: string
        readonly updates: string
        readonly status: string
      }
      readonly checkin: {
        readonly label: string
        readonly help: string
        readonly question: string
        readonly today: string
        readonly blockers: string
        readonly topic: string
        readonly text: string
      }
      readonly welcome: {
        readonly label: string
        readonly help: string
        readonly text: string
      }
    }
    readonly export: string
    readonly exportOf: (name: string) => string
    readonly importLabel: string
    readonly importHelp: string
    readonly importInvalid: string
    readonly importMissing: (names: string) => string
    readonly importCommandTitle: string
    readonly importCommandHelp: (command: string) => string
    readonly importButton: string
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
      readonly declined: (when: string) => string
      readonly expired: (when: string) => string
      readonly waiting: (when: string) => string
      readonly canceled: (when: string) => string
    }
    readonly states: {
      readonly done: string
      readonly failed: string
      readonly missed: string
      readonly running: string
      readonly declined: string
      readonly expired: string
      readonly waiting: string
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
      readonly add_to_channel: string
      readonly remove_from_channel: string
      readonly add_to_group: string
      readonly remove_from_group: string
      readonly reply: string
      readonly message_person: string
      readonly react: string
      readonly wait: string
      readonly approve: string
      readonly ask: string
      readonly resolve: string
      readonly stop_unless: string
      readonly move: string
      readonly remind: string
      readonly call: string
    }
    readonly channel: string
    readonly chooseChannel: string
    readonly topic: string
    readonly people: string
    readonly text: string
    readonly textHelp: string
    readonly addStep: string
    readonly removeStep: (n: number) => string
    readonly triggers: {
      readonly webhook: string
      readonly joined_group: string
      readonly left_group: string
      readonly joined_organization: string
      readonly schedule: string
      readonly message: string
      readonly reaction: string
      readonly joined_channel: string
      readonly topic_resolved: string
      readonly manual: string
    }
    readonly webhookHelp: string
    readonly webhookTextHelp: string
    readonly address: string
    readonly addressOf: (name: string) => string
    readonly addressHelp: string
    readonly addressMissing: string
    readonly renewAddress: string
    readonly renewHelp: string
    readonly callSecret: string
    readonly callSecretOf: (name: string) => string
    readonly callSecretHelp: string
    readonly callSecretMissing: string
    readonly renewSecret: string
    readonly renewSecretHelp: string
    readonly webhookSecret: string
    readonly webhookSecretHelp: string
    readonly webhookSecretSet: string
    readonly saveSecret: string
    readonly removeSecret: string
    readonly onJoinGroup: (group: string) => string
    readonly onLeaveGroup: (group: string) => string
    readonly adds: (place: string) => string
    readonly removes: (place: string) => string
    readonly membershipHelp: string
    readonly onlyIf: string
    readonly onlyIfHelp: string
    readonly addCondition: string
    readonly condition: (n: number) => string
    readonly removeCondition: (n: number) => string
    readonly conditions: {
      readonly in_group: string
      readonly not_in_group: string
      readonly words: string
      readonly channel: string
      readonly topic: string
      readonly topic_begins_with: string
      readonly hours: string
      readonly first_time: string
      readonly topic_resolved: string
      readonly topic_not_resolved: string
      readonly field: string
      readonly other_field: string
    }
    readonly conditionHelp: {
      readonly first_time: string
      readonly words: (n: number) => string
      readonly field: string
    }
    readonly group: string
    readonly chooseGroup: string
    readonly groupDeactivated: string
    readonly if: (conditions: string) => string
    readonly ifs: {
      readonly in_group: (group: string) => string
      readonly not_in_group: (group: string) => string
      readonly words: (words: string) => string
      readonly channel: (channel: string) => string
      readonly topic: (topic: string) => string
      readonly topic_begins_with: (topic: string) => string
      readonly hours: (days: string, from: string, to: string, zone: string) => string
      readonly days: (days: string, zone: string) => string
      readonly first_time: string
      readonly topic_resolved: string
      readonly topic_not_resolved: string
      readonly field: (field: string, value: string) => string
      readonly other_field: (field: string, value: string) => string
    }
    readonly create: string
    readonly save: string
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
    readonly runLimit: (n: number) => string
    readonly runLimitLabel: string
    readonly runLimitHelp: (low: number, high: number) => string
    readonly runFor: (n: number) => string
    readonly runForHelp: string
    readonly notUsed: (when: string) => string
    readonly causeMessage: string
    readonly waits: (duration: string) => string
    readonly approvers: string
    readonly approverKinds: {
      readonly people: string
      readonly group: string
      readonly anyone: string
    }
    readonly anyoneHelp: string
    readonly askIn: string
    readonly askPlaces: {
      readonly start: string
      readonly topic: string
      readonly direct: string
    }
    readonly declinedText: string
    readonly deadline: string
    readonly noDeadlineHelp: (duration: string) => string
    readonly asksApproval: (people: string) => string
    readonly approvedBy: (person: string) => string
    readonly declinedBy: (person: string) => string
    readonly unanswered: string
    readonly askTarget: string
    readonly askTargets: {
      readonly person: string
      readonly start: string
      readonly topic: string
      readonly group: string
    }
    readonly askGroupHelp: (n: number) => string
    readonly answerers: string
    readonly asksPerson: string
    readonly asks: (people: string) => string
    readonly asksThere: string
    readonly asksIn: (place: string) => string
    readonly answeredBy: (person: string) => string
    readonly allAnswered: string
    readonly field: (n: number) => string
    readonly fieldLabel: string
    readonly fieldKind: string
    readonly fieldKinds: {
      readonly text: string
      readonly multiline: string
      readonly menu: string
    }
    readonly fieldOptions: string
    readonly fieldOptionsHelp: (n: number) => string
    readonly fieldName: string
    readonly fieldNameHelp: (placeholder: string) => string
    readonly fieldNameTaken: string
    readonly fieldNameInvalid: string
    readonly fieldRequired: string
    readonly addField: string
    readonly removeField: (n: number) => string
    readonly moveFieldUp: (n: number) => string
    readonly firstField: string
    readonly duration: string
    readonly waitHelp: (duration: string) => string
    readonly waitingUntil: (when: string) => string
    readonly onJoin: (place: string) => string
    readonly placeholders: (names: string) => string
    readonly onResolve: (place: string) => string
    readonly cancel: string
    readonly cancelOf: (when: string) => string
    readonly test: string
    readonly testOf: (name: string) => string
    readonly testHelp: string
    readonly testMessage: string
    readonly testNoMessages: string
    readonly testPerson: string
    readonly testText: string
    readonly testPayload: string
    readonly testPayloadInvalid: string
    readonly testRun: string
    readonly testNoMatch: string
    readonly testConditions: string
    readonly met: string
    readonly notMet: string
    readonly stepStates: {
      readonly waits: string
      readonly ends: string
      readonly refused: string
      readonly unchecked: string
    }
    readonly onCommand: (command: string) => string
    readonly command: string
    readonly commandHelp: string
    readonly commandInvalid: string
    readonly commandBuiltIn: (command: string) => string
    readonly commandHint: string
    readonly commandHintHelp: string
    readonly stops: (condition: string) => string
    readonly stopHelp: string
    readonly stopped: string
    readonly conditionField: string
    readonly conditionValue: string
    readonly moves: {
      readonly topic: (place: string) => string
      readonly message: (place: string) => string
    }
    readonly moved: string
    readonly movedWhat: {
      readonly topic: string
      readonly message: string
    }
    readonly sameChannel: string
    readonly newTopic: string
    readonly newTopicHelp: string
    readonly postIn: string
    readonly after: string
    readonly repeatsReminder: string
    readonly repeatsHelp: (n: number, duration: string) => string
    readonly reminds: (duration: string) => string
    readonly remindsAgain: (duration: string) => string
    readonly topicResolved: string
    readonly calls: (host: string) => string
    readonly url: string
    readonly urlHelp: string
    readonly callText: string
  }
}
