// Written by npm run generate from web/texts/en.arb.

declare module 'messages:secondFactor' {
  export const messages: {
    readonly lead: string
    readonly codes: string
    readonly isOff: string
    readonly isOnSince: (day: string, left: number) => string
    readonly isRequired: string
    readonly setUp: string
    readonly setUpMore: string
    readonly setUpAgain: string
    readonly otherApp: string
    readonly turnOn: string
    readonly turnOff: string
    readonly turnOffMore: string
    readonly renew: string
    readonly renewMore: string
    readonly goOn: string
    readonly scan: string
    readonly picture: string
    readonly orType: string
    readonly openApp: string
    readonly firstCode: string
    readonly code: string
    readonly orRecovery: string
    readonly password: string
    readonly orSignIn: string
    readonly recoveryTitle: string
    readonly recoveryMore: string
    readonly copy: string
    readonly download: string
    readonly done: string
    readonly passkeys: {
      readonly list: string
      readonly what: string
      readonly none: string
      readonly off: string
      readonly notHere: string
      readonly add: string
      readonly addMore: string
      readonly name: string
      readonly notMade: string
      readonly rename: string
      readonly renameOf: (name: string) => string
      readonly remove: string
      readonly removeOf: (name: string) => string
      readonly removeMore: string
      readonly since: (day: string) => string
      readonly neverUsed: string
      readonly lastUsed: (time: string) => string
    }
  }
}
