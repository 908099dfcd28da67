// Written by npm run generate from web/texts/en.arb.

declare module 'messages:moderationLog' {
  export const messages: {
    readonly loading: string
    readonly none: string
    readonly more: string
    readonly actions: {
      readonly ban: string
      readonly lockdown: (when: string) => string
    }
    readonly deleted: {
      readonly hour: string
      readonly day: string
      readonly week: string
      readonly all: string
    }
    readonly reversed: {
      readonly restriction: (when: string) => string
      readonly ban: (when: string) => string
      readonly message_deletion: (when: string) => string
      readonly lockdown: (when: string) => string
    }
  }
}
