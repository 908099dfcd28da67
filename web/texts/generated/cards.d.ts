// Written by npm run generate from web/texts/en.arb.

declare module 'messages:cards' {
  export const messages: {
    readonly cardOf: (name: string) => string
    readonly someone: string
    readonly close: string
    readonly present: {
      readonly active: string
      readonly idle: string
      readonly offline: string
    }
    readonly seen: (when: string) => string
    readonly roles: {
      readonly 100: string
      readonly 200: string
      readonly 300: string
      readonly 400: string
      readonly 600: string
    }
    readonly bot: string
    readonly botOf: (name: string) => string
    readonly systemBot: string
    readonly imported: string
    readonly deactivated: string
    readonly notKnown: string
    readonly localTime: string
    readonly role: string
    readonly joined: string
    readonly email: string
    readonly groups: string
    readonly commonChannels: string
    readonly write: string
    readonly writeToYourself: string
    readonly call: string
    readonly until: (when: string) => string
    readonly allMembers: string
    readonly mention: string
    readonly copyMention: string
    readonly copyLink: string
    readonly copyEmail: string
    readonly messagesBy: string
    readonly ownMessages: string
    readonly mute: string
    readonly unmute: string
    readonly muted: (name: string) => string
    readonly unmuted: (name: string) => string
    readonly undo: string
    readonly you: string
    readonly members: (n: number) => string
    readonly noMembers: string
    readonly andMore: (n: number) => string
    readonly contains: (groups: readonly string[]) => string
    readonly groupNotKnown: string
    readonly groupDeactivated: string
    readonly youAreIn: string
    readonly restrict: string
    readonly moderation: string
    readonly automation: string
  }
}
