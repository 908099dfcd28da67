// Written by npm run generate from web/texts/en.arb.

declare module 'messages:people' {
  export const messages: {
    readonly filter: string
    readonly found: (n: number) => string
    readonly nobody: string
    readonly sections: {
      readonly conversation: string
      readonly channel: string
      readonly others: string
    }
    readonly localTime: string
    readonly setStatus: string
    readonly status: string
    readonly statusIs: (text: string) => string
    readonly chooseEmoji: string
    readonly withoutEmoji: string
    readonly statusText: string
    readonly until: string
    readonly untilCleared: string
    readonly inAnHour: string
    readonly inFourHours: string
    readonly endOfDay: string
    readonly endOfWeek: string
    readonly save: string
    readonly clear: string
    readonly usual: string
    readonly presets: {
      readonly busy: string
      readonly meeting: string
      readonly commuting: string
      readonly sick: string
      readonly vacation: string
      readonly remote: string
      readonly office: string
    }
    readonly invite: string
  }
}
