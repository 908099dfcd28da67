// Written by npm run generate from web/texts/en.arb.

declare module 'messages:timeZone' {
  export const messages: {
    readonly differs: (zone: string, here: string) => string
    readonly use: (zone: string) => string
    readonly notNow: string
    readonly changed: (zone: string) => string
  }
}
