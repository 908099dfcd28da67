// Written by npm run generate from web/texts/en.arb.

declare module 'messages:organization' {
  export const messages: {
    readonly parts: {
      readonly profile: string
      readonly announcements: string
      readonly mails: string
      readonly writing: string
      readonly reading: string
      readonly keeping: string
      readonly joining: string
      readonly channels: string
      readonly groups: string
      readonly direct: string
      readonly editing: string
      readonly moving: string
      readonly deleting: string
      readonly identity: string
      readonly guests: string
      readonly more: string
      readonly domains: string
      readonly signingIn: string
      readonly secondFactor: string
      readonly gate: string
      readonly calls: string
      readonly moderation: string
      readonly moderationLog: string
      readonly newcomers: string
    }
    readonly choices: {
      readonly topics_policy: {
        readonly allow_empty_topic: string
        readonly disable_empty_topic: string
      }
      readonly media_preview_size: {
        readonly 100: string
        readonly 150: string
        readonly 200: string
      }
      readonly default_avatar_source: {
        readonly J: string
        readonly G: string
      }
      readonly second_factor_required: {
        readonly nobody: string
        readonly administrators: string
        readonly everybody: string
      }
      readonly join_gate: {
        readonly open: string
        readonly rules: string
        readonly approval: string
      }
      readonly message_edit_history_visibility_policy: {
        readonly all: string
        readonly moves: string
        readonly none: string
      }
    }
    readonly onlyServer: string
    readonly dependsOn: (label: string) => string
    readonly needsOption: (labels: string, option: string) => string
    readonly noChannel: string
    readonly hiddenChannel: string
    readonly anyTime: string
    readonly forEver: string
    readonly anotherTime: string
    readonly howMany: string
    readonly unit: string
    readonly units: {
      readonly minute: string
      readonly hour: string
      readonly day: string
    }
    readonly save: string
    readonly add: string
    readonly edit: (name: string) => string
    readonly find: string
    readonly others: (n: number) => string
    readonly pictures: string
    readonly icon: {
      readonly label: string
      readonly help: string
    }
    readonly logo: {
      readonly label: string
      readonly help: string
    }
    readonly nightLogo: {
      readonly label: string
      readonly help: string
    }
    readonly noLogo: string
    readonly iconOf: string
    readonly logoOf: string
    readonly nightLogoOf: string
    readonly closing: string
    readonly closingHelp: string
    readonly close: string
    readonly closeTitle: (name: string) => string
    readonly closeMore: string
    readonly closeConfirm: {
      readonly label: string
      readonly help: string
    }
    readonly closeIt: string
    readonly linkifiers: string
    readonly linkifiersMore: string
    readonly noLinkifiers: string
    readonly addLinkifier: string
    readonly editLinkifier: string
    readonly pattern: {
      readonly label: string
      readonly help: string
    }
    readonly linkTemplate: {
      readonly label: string
      readonly help: string
    }
    readonly example: {
      readonly label: string
      readonly help: string
    }
    readonly reverse: {
      readonly label: string
      readonly help: string
    }
    readonly alternatives: {
      readonly label: string
      readonly help: string
    }
    readonly back: string
    readonly sample: {
      readonly label: string
      readonly help: string
    }
    readonly becomes: string
    readonly tryThem: string
    readonly trySaved: {
      readonly label: string
      readonly help: string
    }
    readonly playgrounds: string
    readonly playgroundsMore: string
    readonly noPlaygrounds: string
    readonly addPlayground: string
    readonly editPlayground: string
    readonly playgroundName: {
      readonly label: string
      readonly help: string
    }
    readonly codeLanguage: {
      readonly label: string
      readonly help: string
    }
    readonly codeTemplate: {
      readonly label: string
      readonly help: string
    }
    readonly codeSample: {
      readonly label: string
      readonly help: string
    }
    readonly leadsTo: string
    readonly notATemplate: string
    readonly emoji: string
    readonly emojiMore: string
    readonly noEmoji: string
    readonly noEmojiFound: string
    readonly addEmoji: string
    readonly emojiName: {
      readonly label: string
      readonly help: string
    }
    readonly nameFirst: string
    readonly emojiPicture: {
      readonly label: string
      readonly help: string
    }
    readonly emojiBy: (name: string) => string
    readonly cannotAddEmoji: string
    readonly profileFields: string
    readonly profileFieldsMore: string
    readonly noProfileFields: string
    readonly addField: string
    readonly editField: string
    readonly fieldType: {
      readonly label: string
      readonly help: string
    }
    readonly fieldTypes: {
      readonly 1: string
      readonly 2: string
      readonly 3: string
      readonly 4: string
      readonly 5: string
      readonly 6: string
      readonly 7: string
      readonly 8: string
    }
    readonly fieldName: {
      readonly label: string
      readonly help: string
    }
    readonly fieldHint: {
      readonly label: string
      readonly help: string
    }
    readonly fieldRequired: {
      readonly label: string
      readonly help: string
    }
    readonly fieldEditable: {
      readonly label: string
      readonly help: string
    }
    readonly fieldInSummary: {
      readonly label: string
      readonly help: string
    }
    readonly fieldMatching: {
      readonly label: string
      readonly help: string
    }
    readonly options: {
      readonly label: string
      readonly help: string
    }
    readonly nameOfOption: (text: string) => string
    readonly newOption: string
    readonly noOptions: string
    readonly account: {
      readonly label: string
      readonly help: string
    }
    readonly otherAccount: string
    readonly accountAddress: {
      readonly label: string
      readonly help: string
    }
    readonly deleteNamed: (name: string) => string
    readonly deleteField: (name: string) => string
    readonly deleteFieldMore: string
    readonly deleteIt: string
    readonly isRequired: string
    readonly onCards: string
    readonly byAdministrators: string
    readonly defaultsMore: string
    readonly domains: string
    readonly domainsMore: string
    readonly noDomains: string
    readonly domainName: {
      readonly label: string
      readonly help: string
    }
    readonly addDomain: string
    readonly subdomainsOf: (domain: string) => string
    readonly signInMore: string
    readonly methods: {
      readonly Email: {
        readonly label: string
        readonly help: string
      }
      readonly Passkey: {
        readonly label: string
        readonly help: string
      }
      readonly 'Email link': {
        readonly label: string
        readonly help: string
      }
      readonly 'OpenID Connect': {
        readonly label: string
        readonly help: string
      }
      readonly SAML: {
        readonly label: string
        readonly help: string
      }
      readonly LDAP: {
        readonly label: string
        readonly help: string
      }
    }
    readonly providers: (names: string) => string
    readonly notSetUp: string
    readonly lastMethod: string
    readonly programs: {
      readonly label: string
      readonly help: string
    }
    readonly perServer: string
    readonly channelFolders: string
    readonly onlyAdministratorsFolders: string
    readonly noFolders: string
    readonly defaultChannels: string
    readonly defaultChannelsMore: string
    readonly noDefaultChannels: string
    readonly addChannel: string
    readonly chooseChannel: string
    readonly channelGroups: string
    readonly channelGroupsMore: string
    readonly noChannelGroups: string
    readonly addChannelGroup: string
    readonly editChannelGroup: string
    readonly groupName: {
      readonly label: string
      readonly help: string
    }
    readonly groupDescription: {
      readonly label: string
      readonly help: string
    }
    readonly channelsOfGroup: {
      readonly label: string
      readonly help: string
    }
    readonly nothingInIt: string
    readonly safetyMore: string
    readonly preset: string
    readonly presetMore: string
    readonly presets: {
      readonly team: string
      readonly community: string
      readonly custom: string
    }
    readonly noNewMembers: string
  }
}
