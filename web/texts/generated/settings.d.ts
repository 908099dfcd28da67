// Written by npm run generate from web/texts/en.arb.

declare module 'messages:settings' {
  export const messages: {
    readonly find: string
    readonly found: string
    readonly noneFound: string
    readonly foundCount: (n: number) => string
    readonly pages: string
    readonly allPages: string
    readonly aboutThis: string
    readonly heads: {
      readonly settings: string
      readonly organization: string
    }
    readonly groups: {
      readonly account: string
      readonly preferences: string
      readonly notifications: string
      readonly tools: string
      readonly organization: string
      readonly people: string
      readonly channels: string
      readonly content: string
      readonly integrations: string
      readonly signIn: string
      readonly oversight: string
      readonly data: string
    }
    readonly saving: string
    readonly saved: string
    readonly save: string
    readonly discard: string
    readonly changedConcurrently: (value: string) => string
    readonly clearedConcurrently: string
    readonly takeThat: string
    readonly notANumber: (min: number, max: number) => string
    readonly remove: (name: string) => string
    readonly moveUp: (name: string) => string
    readonly moveDown: (name: string) => string
    readonly movedTo: (name: string, place: number, all: number) => string
    readonly orderHint: string
    readonly choosePicture: string
    readonly removePicture: string
    readonly cropTitle: string
    readonly cropHint: string
    readonly cropZoom: string
    readonly usePicture: string
    readonly cancel: string
    readonly done: string
    readonly noPicture: string
    readonly onlyAdministrators: string
    readonly onlyOwners: string
  }
}
