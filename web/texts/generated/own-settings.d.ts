// Written by npm run generate from web/texts/en.arb.

declare module 'messages:ownSettings' {
  export const messages: {
    readonly titles: {
      readonly profile: string
      readonly account: string
      readonly notifications: string
      readonly topics: string
      readonly alertWords: string
      readonly mutedUsers: string
      readonly uploads: string
      readonly bots: string
      readonly sessions: string
      readonly secondFactor: string
      readonly accessTokens: string
      readonly agents: string
      readonly keyboard: string
      readonly privacy: string
      readonly messageModerators: string
      readonly appearance: string
      readonly languageAndTime: string
      readonly messages: string
      readonly navigation: string
    }
    readonly groups: {
      readonly language: string
      readonly writing: string
      readonly reading: string
      readonly sidebars: string
      readonly screen: string
      readonly phone: string
      readonly calls: string
      readonly email: string
      readonly otherEmails: string
      readonly topics: string
      readonly privacy: string
      readonly colors: string
      readonly text: string
      readonly time: string
      readonly navigation: string
    }
    readonly noSound: string
    readonly machineTranslated: (language: string) => string
  }
}
