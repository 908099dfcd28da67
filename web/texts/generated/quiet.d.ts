// Written by npm run generate from web/texts/en.arb.

declare module 'messages:quiet' {
  export const messages: {
    readonly quietIntro: string
    readonly pause: string
    readonly pausePresets: {
      readonly half: string
      readonly hour: string
      readonly tomorrow: string
    }
    readonly pauseUntil: string
    readonly pauseIt: string
    readonly quietNow: (until: string) => string
    readonly quietLine: (until: string) => string
    readonly endNow: string
    readonly change: string
    readonly quietHours: string
    readonly noQuietHours: string
    readonly addHours: string
    readonly hoursFrom: string
    readonly hoursTo: string
    readonly hoursOf: (number: number) => string
    readonly removeHours: string
    readonly nextDay: string
    readonly wholeDay: string
    readonly needsWeekday: string
    readonly timesIn: (zone: string) => string
    readonly noZone: string
    readonly useZone: (zone: string) => string
    readonly saveHours: string
    readonly savedHours: string
    readonly muted: string
    readonly nothingMuted: string
    readonly mutedUntil: (until: string) => string
    readonly mutedForGood: string
    readonly unmute: string
    readonly unmutePlace: (place: string) => string
    readonly moreMuted: (count: number) => string
    readonly muteTitle: (place: string) => string
    readonly muteHow: string
    readonly mutePresets: {
      readonly hour: string
      readonly tomorrow: string
      readonly week: string
      readonly always: string
    }
    readonly muteUntil: string
    readonly muteIt: string
    readonly mutedNowUntil: (place: string, until: string) => string
    readonly mutedNowForGood: (place: string) => string
    readonly unmuted: (place: string) => string
    readonly mutedExplained: string
    readonly timePast: string
    readonly undo: string
    readonly digest: string
    readonly digestKinds: {
      readonly direct_messages: (count: number) => string
      readonly mentions: (count: number) => string
      readonly followed_topics: (count: number) => string
      readonly channels: (count: number) => string
    }
    readonly digestConversations: (count: number) => string
    readonly catchUp: string
    readonly dismiss: string
    readonly newIn: (count: number) => string
    readonly commands: {
      readonly half: string
      readonly hour: string
      readonly tomorrow: string
      readonly end: string
    }
    readonly paused: (until: string) => string
  }
}
