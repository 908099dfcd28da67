// Written by npm run generate from web/texts/en.arb.

declare module 'messages:restrictions' {
  export const messages: {
    readonly title: (name: string) => string
    readonly submit: string
    readonly what: string
    readonly kinds: {
      readonly read_only: string
      readonly no_direct_messages: string
      readonly read_only_in: string
    }
    readonly stillFree: string
    readonly inModerationLog: string
    readonly channels: string
    readonly filterChannels: string
    readonly tooManyChannels: (n: number) => string
    readonly howLong: string
    readonly times: {
      readonly hour: string
      readonly day: string
      readonly week: string
      readonly always: string
    }
    readonly until: (when: string) => string
    readonly keepUntil: (until: string) => string
    readonly reason: string
    readonly note: string
    readonly change: string
    readonly lift: string
    readonly changeOf: (name: string) => string
    readonly liftOf: (name: string) => string
    readonly save: string
    readonly another: string
    readonly list: string
    readonly earlier: string
    readonly none: string
    readonly by: (name: string, when: string) => string
    readonly automatic: (when: string) => string
    readonly endedBy: (name: string, when: string) => string
    readonly ended: (when: string) => string
    readonly someone: string
    readonly restricted: (name: string) => string
    readonly lifted: (name: string) => string
    readonly loading: string
    readonly more: string
    readonly inChannels: (channels: readonly string[]) => string
  }
}
