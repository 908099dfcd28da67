// Written by npm run generate from web/texts/en.arb.

declare module 'messages:modmail' {
  export const messages: {
    readonly lead: string
    readonly loading: string
    readonly filter: string
    readonly states: {
      readonly open: string
      readonly closed: string
    }
    readonly none: {
      readonly open: string
      readonly closed: string
    }
    readonly waiting: (n: number) => string
    readonly needsReply: string
    readonly replied: string
    readonly closedAt: (when: string) => string
    readonly closedByAt: (name: string, when: string) => string
    readonly fromModerator: (name: string) => string
    readonly moderators: string
    readonly you: string
    readonly earlier: string
    readonly reply: string
    readonly replyTo: (name: string) => string
    readonly replyLabel: string
    readonly replyHelp: (name: string) => string
    readonly appeal: string
    readonly replyByEmail: (name: string) => string
    readonly liftBan: string
    readonly liftBanOf: (name: string) => string
    readonly liftBanSubmit: string
    readonly liftBanMessage: string
    readonly liftBanHelp: (name: string) => string
    readonly closeAfter: string
    readonly close: string
    readonly closeWith: (name: string) => string
    readonly reopen: string
    readonly reopenWith: (name: string) => string
    readonly closedByModerators: string
    readonly yourMessage: string
    readonly send: string
  }
}
