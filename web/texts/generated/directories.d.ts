// Written by npm run generate from web/texts/en.arb.

declare module 'messages:directories' {
  export const messages: {
    readonly loading: string
    readonly none: string
    readonly list: string
    readonly accounts: {
      readonly rules: string
      readonly 'sign-in': string
      readonly sync: string
    }
    readonly every: (minutes: number) => string
    readonly never: string
    readonly tryIt: string
    readonly doIt: string
    readonly runs: string
    readonly noRuns: string
    readonly states: {
      readonly waiting: string
      readonly running: string
      readonly done: string
      readonly 'held back': string
      readonly failed: string
      readonly stopped: string
    }
    readonly phases: {
      readonly reading: string
      readonly people: string
      readonly pictures: string
      readonly groups: string
    }
    readonly trial: string
    readonly byItself: string
    readonly people: (n: number) => string
    readonly unchanged: string
    readonly counts: {
      readonly create: string
      readonly link: string
      readonly reactivate: string
      readonly name: string
      readonly address: string
      readonly profile: string
      readonly role: string
      readonly picture: string
      readonly deactivate: string
      readonly join: string
      readonly leave: string
      readonly problems: string
    }
    readonly kinds: {
      readonly create: string
      readonly link: string
      readonly reactivate: string
      readonly name: string
      readonly address: string
      readonly profile: string
      readonly role: string
      readonly picture: string
      readonly deactivate: string
      readonly join: string
      readonly leave: string
    }
    readonly kindsWith: {
      readonly name: (detail: string) => string
      readonly address: (detail: string) => string
      readonly role: (detail: string) => string
      readonly join: (detail: string) => string
      readonly leave: (detail: string) => string
    }
    readonly roles: {
      readonly owner: string
      readonly administrator: string
      readonly moderator: string
      readonly member: string
      readonly guest: string
    }
    readonly details: string
    readonly detailsOf: (when: string) => string
    readonly first: (n: number) => string
    readonly problems: string
    readonly stop: string
    readonly stopOf: (when: string) => string
  }
}
