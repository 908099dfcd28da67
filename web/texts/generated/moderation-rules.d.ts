// Written by npm run generate from web/texts/en.arb.

declare module 'messages:moderationRules' {
  export const messages: {
    readonly title: string
    readonly help: string
    readonly add: string
    readonly none: string
    readonly loading: string
    readonly edit: (name: string) => string
    readonly deleted: (name: string) => string
    readonly sentences: {
      readonly refuse: {
        readonly new_members: (what: string) => string
        readonly members: (what: string) => string
      }
      readonly hold: {
        readonly new_members: (what: string) => string
        readonly members: (what: string) => string
      }
      readonly restrict: {
        readonly new_members: (what: string) => string
        readonly members: (what: string) => string
      }
      readonly report: {
        readonly new_members: (what: string) => string
        readonly members: (what: string) => string
      }
    }
    readonly inProfiles: string
    readonly what: {
      readonly words: (n: number) => string
      readonly anyLink: string
      readonly only: (n: number) => string
      readonly never: (n: number) => string
      readonly mentions: (n: number) => string
      readonly repeats: (n: number) => string
      readonly flood: (n: number, seconds: number) => string
      readonly files: (n: number) => string
    }
    readonly addTitle: string
    readonly editTitle: string
    readonly addButton: string
    readonly save: string
    readonly name: string
    readonly kind: string
    readonly kinds: {
      readonly words: string
      readonly links: string
      readonly mentions: string
      readonly repeats: string
      readonly flood: string
      readonly files: string
    }
    readonly words: string
    readonly wordsMore: string
    readonly invalid: {
      readonly words: (item: string) => string
      readonly domains: (item: string) => string
      readonly extensions: (item: string) => string
    }
    readonly modes: {
      readonly only: string
      readonly never: string
    }
    readonly domains: string
    readonly domainsMore: string
    readonly max: string
    readonly maxMore: string
    readonly places: string
    readonly placesMore: string
    readonly messages: string
    readonly seconds: string
    readonly extensions: string
    readonly extensionsMore: string
    readonly appliesTo: string
    readonly targets: {
      readonly new_members: string
      readonly members: string
    }
    readonly channels: string
    readonly allChannels: string
    readonly someChannels: string
    readonly hiddenChannel: string
    readonly action: string
    readonly actions: {
      readonly refuse: string
      readonly hold: string
      readonly restrict: string
      readonly report: string
    }
    readonly holdMore: string
    readonly restrictMore: string
    readonly reportMore: string
    readonly minutes: (n: number) => string
    readonly profiles: string
    readonly profilesMore: string
    readonly message: string
    readonly try: string
    readonly trying: string
    readonly matched: (n: number, inspected: number) => string
    readonly untestable: string
    readonly matches: string
    readonly matchedPeople: (n: number, inspected: number) => string
    readonly people: string
    readonly profileTexts: {
      readonly name: string
      readonly status: string
    }
  }
}
