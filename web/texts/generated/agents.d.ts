// Written by npm run generate from web/texts/en.arb.

declare module 'messages:agents' {
  export const messages: {
    readonly lead: string
    readonly waiting: string
    readonly nothingWaits: string
    readonly approve: string
    readonly refuse: string
    readonly agentAndPerson: (agent: string, person: string) => string
    readonly until: (time: string) => string
    readonly reasons: {
      readonly announcements: string
      readonly wide_mentions: string
      readonly others_messages: string
      readonly administration: string
    }
    readonly states: {
      readonly waiting: string
      readonly approved: string
      readonly done: string
      readonly failed: string
      readonly refused: string
      readonly withdrawn: string
      readonly expired: string
    }
    readonly decided: string
    readonly acts: string
    readonly none: string
    readonly everyone: string
    readonly more: string
    readonly undo: string
    readonly undoOf: (what: string, agent: string) => string
    readonly undone: (person: string, time: string) => string
    readonly kinds: {
      readonly message: (n: number) => string
      readonly edit: (n: number) => string
      readonly move: (n: number) => string
      readonly deletion: (n: number) => string
      readonly reaction: (n: number) => string
      readonly flags: (n: number) => string
      readonly channel: (n: number) => string
      readonly scheduled_message: (n: number) => string
      readonly reminder: (n: number) => string
    }
    readonly policy: string
    readonly rules: {
      readonly announcements: string
      readonly wide_mentions: string
      readonly others_messages: string
      readonly administration: string
    }
    readonly by: {
      readonly none: string
      readonly person: string
      readonly administrators: string
    }
    readonly alsoFor: string
    readonly add: string
    readonly remove: (channel: string) => string
  }
}
