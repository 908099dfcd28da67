// Written by npm run generate from web/texts/en.arb.

declare module 'messages:own' {
  export const messages: {
    readonly passkeyOffer: string
    readonly passkeyCreate: string
    readonly passkeyNotNow: string
    readonly look: string
    readonly looks: {
      readonly 1: string
      readonly 3: string
      readonly 2: string
    }
    readonly notChanged: string
    readonly invite: string
    readonly settings: string
    readonly organizationSettings: string
    readonly keyboard: string
    readonly messageModerators: string
    readonly help: string
    readonly browsers: string
    readonly connect: string
    readonly signOut: string
    readonly signOutOf: (browser: string) => string
    readonly signOutElsewhere: string
    readonly signedOutElsewhere: string
    readonly thisOne: string
    readonly lastSeen: (when: string, address: string) => string
    readonly someBrowser: string
    readonly browserOn: (browser: string, system: string) => string
    readonly loading: string
  }
}
