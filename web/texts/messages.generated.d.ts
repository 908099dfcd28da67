// Written by npm run generate from web/texts/en.arb.

declare module 'messages:main' {
  export const messages: {
    readonly appName: string
    readonly starting: string
    readonly cannotStart: string
    readonly tryAgain: string
    readonly signIn: string
    readonly signedOut: string
    readonly busyUntil: (time: string) => string
    readonly outdated: string
    readonly inOtherLanguage: string
    readonly reload: string
    readonly reconnecting: string
    readonly offlineSince: (time: string) => string
    readonly skipToMessages: string
    readonly skipToCompose: string
    readonly menu: string
    readonly closeMenu: string
    readonly views: string
    readonly messages: string
    readonly inbox: string
    readonly recent: string
    readonly feed: string
    readonly catchUp: string
    readonly reactions: string
    readonly moreViews: string
    readonly fewerViews: string
    readonly arrangeViews: string
    readonly saveView: string
    readonly mentions: string
    readonly starred: string
    readonly directMessages: string
    readonly allDirectMessages: string
    readonly moreConversations: string
    readonly fewerConversations: string
    readonly pinned: string
    readonly channels: string
    readonly otherChannels: string
    readonly allTopics: string
    readonly quiet: string
    readonly settings: string
    readonly muteHere: string
    readonly generalChat: string
    readonly people: string
    readonly you: string
    readonly yourself: string
    readonly unread: (n: number) => string
    readonly mentioned: string
    readonly newMessages: string
    readonly scrollToEnd: string
    readonly loadingMessages: string
    readonly noMessages: string
    readonly noMessagesYet: string
    readonly cannotLoad: string
    readonly show: string
    readonly nothingOlder: string
    readonly showMore: string
    readonly showLess: string
    readonly edited: string
    readonly spoiler: string
    readonly moved: string
    readonly today: string
    readonly yesterday: string
    readonly messageTo: (place: string) => string
    readonly newTopic: string
    readonly topic: string
    readonly send: string
    readonly sendHint: (key: string) => string
    readonly sending: string
    readonly waiting: string
    readonly refused: (reason: string) => string
    readonly retry: string
    readonly discard: string
    readonly editAgain: string
    readonly tooLong: (over: number) => string
    readonly typing: (people: readonly string[]) => string
    readonly typingMany: string
    readonly beingEdited: string
    readonly present: {
      readonly active: string
      readonly idle: string
      readonly offline: string
    }
    readonly keyboard: string
    readonly nextUnread: string
    readonly nextFollowed: string
    readonly nextDirect: string
    readonly nextRow: string
    readonly previousRow: string
    readonly foldRow: string
    readonly unfoldRow: string
    readonly readRow: string
    readonly readAllRows: string
    readonly undoRead: string
    readonly filterRows: string
    readonly laterRow: string
    readonly nextMessage: string
    readonly previousMessage: string
    readonly newDirectMessage: string
    readonly moreActions: string
    readonly addReaction: string
    readonly editThis: string
    readonly collapsedMessage: string
    readonly mutedMessage: string
    readonly bot: string
    readonly byAgent: (agent: string) => string
    readonly guest: string
    readonly notJoined: string
    readonly deactivated: string
    readonly copyCode: string
    readonly tryCode: string
    readonly resolveTopic: string
    readonly unresolveTopic: string
    readonly renameTopic: string
    readonly hasStar: string
    readonly youFirst: string
    readonly reactedBy: (people: readonly string[], emoji: string) => string
    readonly poll: string
    readonly voteFor: (option: string, votes: number) => string
    readonly separator: string
    readonly newOption: string
    readonly addOption: string
    readonly taskList: string
    readonly newTask: string
    readonly addTask: string
    readonly isThere: string
    readonly notSaved: string
    readonly pictureGone: string
    readonly allRead: string
    readonly allReadMore: string
    readonly resolved: string
    readonly recentFilter: string
    readonly recentAll: string
    readonly recentUnread: string
    readonly recentOwn: string
    readonly recentNone: string
    readonly recentMore: string
    readonly search: string
    readonly searchFor: (words: string) => string
    readonly showInContext: string
    readonly foundIn: string
    readonly goToAnything: string
    readonly topicsOf: (channel: string) => string
    readonly notUnderstood: string
    readonly notUnderstoodMore: string
    readonly startTopic: string
    readonly startDirect: string
    readonly drafts: string
    readonly scheduledMessages: string
    readonly reminders: string
    readonly toInbox: string
    readonly filterPeople: string
    readonly filterChannels: string
    readonly setStatus: string
    readonly browseChannels: string
    readonly placeMenu: (name: string) => string
    readonly directoryTitles: {
      readonly channels: string
      readonly newChannel: string
      readonly groups: string
      readonly newGroup: string
    }
    readonly unknownAddress: string
  }
}

declare module 'messages:accessTokens' {
  export const messages: {
    readonly lead: string
    readonly list: string
    readonly none: string
    readonly make: string
    readonly whose: string
    readonly mine: string
    readonly name: string
    readonly nameHelp: string
    readonly scopesTitle: string
    readonly scopes: {
      readonly read: {
        readonly label: string
        readonly help: string
      }
      readonly write: {
        readonly label: string
        readonly help: string
      }
      readonly answer: {
        readonly label: string
        readonly help: string
      }
      readonly channels: {
        readonly label: string
        readonly help: string
      }
      readonly admin: {
        readonly label: string
        readonly help: string
      }
    }
    readonly where: string
    readonly everywhere: string
    readonly onlySome: string
    readonly onlySomeHelp: string
    readonly expiry: string
    readonly expiries: {
      readonly 0: string
      readonly 7: string
      readonly 30: string
      readonly 90: string
      readonly 365: string
    }
    readonly password: string
    readonly passwordHelp: string
    readonly apiKey: string
    readonly shownOnce: string
    readonly made: string
    readonly copy: string
    readonly done: string
    readonly rename: string
    readonly renameOf: (name: string) => string
    readonly revokeOf: (name: string) => string
    readonly revokeMore: string
    readonly revoke: string
    readonly inChannels: (places: readonly string[]) => string
    readonly since: (day: string) => string
    readonly program: (name: string, host: string) => string
    readonly neverUsed: string
    readonly lastUsed: (time: string) => string
    readonly expires: (time: string) => string
    readonly expired: (time: string) => string
  }
}

declare module 'messages:actions' {
  export const messages: {
    readonly actions: string
    readonly until: (time: string) => string
    readonly wasUntil: (time: string) => string
    readonly react: string
    readonly reactThumb: string
    readonly reactSame: string
    readonly reply: string
    readonly replyMentioning: string
    readonly replyToSender: string
    readonly quote: string
    readonly quoteSelection: string
    readonly forward: string
    readonly edit: string
    readonly editLast: string
    readonly viewSource: string
    readonly history: string
    readonly move: string
    readonly copyLink: string
    readonly copyText: string
    readonly star: string
    readonly unstar: string
    readonly pin: string
    readonly unpin: string
    readonly pinForAll: string
    readonly unpinForAll: string
    readonly collapse: string
    readonly expand: string
    readonly markUnread: string
    readonly receipts: string
    readonly remind: string
    readonly report: string
    readonly delete: string
    readonly openConversation: string
    readonly showMedia: string
    readonly menu: string
    readonly keys: string
    readonly keysEverywhere: string
    readonly keysOfMessages: string
    readonly changeKeys: string
    readonly helpPages: string
    readonly ownKeysMore: string
    readonly withoutLetters: string
    readonly pressKey: string
    readonly addKey: (what: string) => string
    readonly takeKeyAway: (key: string, what: string) => string
    readonly keyGiven: (key: string, what: string) => string
    readonly keyTakenAway: (key: string, what: string) => string
    readonly keyIsTaken: (key: string, what: string) => string
    readonly takeKey: (what: string) => string
    readonly leaveKey: string
    readonly keyReserved: (key: string) => string
    readonly usualKeys: (what: string) => string
    readonly reset: string
    readonly resetKeys: string
    readonly keysReset: string
    readonly keysElsewhere: string
    readonly copyKeys: string
    readonly pasteKeys: string
    readonly useKeys: string
    readonly noKeys: string
    readonly cardOfSender: string
    readonly keysOfPicker: string
    readonly close: string
    readonly cancel: string
    readonly save: string
    readonly copy: string
    readonly copied: string
    readonly notCopied: string
    readonly failed: (reason: string) => string
    readonly noServer: string
    readonly starred: string
    readonly unstarred: string
    readonly markedUnread: (n: number) => string
    readonly cannot: (action: string) => string
    readonly tooLate: (action: string, time: string) => string
    readonly searchEmoji: string
    readonly emoji: string
    readonly noEmoji: string
    readonly emojiFailed: string
    readonly skinTone: string
    readonly skinTones: {
      readonly none: string
      readonly light: string
      readonly mediumLight: string
      readonly medium: string
      readonly mediumDark: string
      readonly dark: string
    }
    readonly emojiSections: {
      readonly recent: string
      readonly popular: string
      readonly custom: string
      readonly smileys: string
      readonly people: string
      readonly animals: string
      readonly food: string
      readonly travel: string
      readonly activities: string
      readonly objects: string
      readonly symbols: string
      readonly flags: string
    }
    readonly editing: string
    readonly saveHint: (key: string) => string
    readonly filesComing: string
    readonly emptyEdit: string
    readonly tooLong: (over: number) => string
    readonly changedConcurrently: string
    readonly goneWhileEditing: string
    readonly goneWhileEditingMore: string
    readonly movedWhileEditing: (place: string) => string
    readonly savedThere: (place: string) => string
    readonly source: string
    readonly textOfMessage: string
    readonly historyOf: string
    readonly posted: string
    readonly edited: string
    readonly moved: string
    readonly by: (name: string) => string
    readonly fromTo: (from: string, to: string) => string
    readonly textHidden: string
    readonly deleteQuestion: string
    readonly deleteMore: string
    readonly deleteIt: string
    readonly moveTitle: string
    readonly channel: string
    readonly changeChannel: (name: string) => string
    readonly topic: string
    readonly whichMessages: string
    readonly onlyThis: string
    readonly thisAndLater: string
    readonly allOfTopic: string
    readonly announceNew: string
    readonly announceOld: string
    readonly joins: string
    readonly moveThem: string
    readonly movedTo: (place: string) => string
    readonly goThere: string
    readonly moveAllowed: (n: number, all: number) => string
    readonly moveTheNewest: (n: number) => string
    readonly renameTitle: string
    readonly rename: string
    readonly receiptsOf: (n: number) => string
    readonly receiptsMore: string
    readonly remindTitle: string
    readonly remindWhen: string
    readonly remindAt: string
    readonly remindNote: string
    readonly remindIt: string
    readonly remindPresets: {
      readonly hour: string
      readonly threeHours: string
      readonly tomorrow: string
      readonly monday: string
    }
    readonly remindPast: string
    readonly remindedAt: (time: string) => string
    readonly undo: string
    readonly reportTitle: string
    readonly reportMore: string
    readonly reportWhy: string
    readonly reportDescription: string
    readonly reportIt: string
    readonly reported: string
    readonly loading: string
    readonly said: string
    readonly viewer: string
    readonly next: string
    readonly previous: string
    readonly zoomIn: string
    readonly zoomOut: string
    readonly originalSize: string
    readonly openFile: string
    readonly download: string
    readonly fileOf: (size: string) => string
    readonly place: (at: number, all: number) => string
    readonly tryCodeOn: string
  }
}

declare module 'messages:agents' {
  export const messages: {
    readonly lead: string
    readonly waiting: string
    readonly nothingWaits: string
    readonly approve: string
    readonly refuse: string
    readonly agentAndPerson: (agent: string, person: string) => string
    readonly until: (time: string) => string
    readonly reasons: {
      readonly announcements: string
      readonly wide_mentions: string
      readonly others_messages: string
      readonly administration: string
    }
    readonly states: {
      readonly waiting: string
      readonly approved: string
      readonly done: string
      readonly failed: string
      readonly refused: string
      readonly withdrawn: string
      readonly expired: string
    }
    readonly decided: string
    readonly acts: string
    readonly none: string
    readonly everyone: string
    readonly more: string
    readonly undo: string
    readonly undoOf: (what: string, agent: string) => string
    readonly undone: (person: string, time: string) => string
    readonly kinds: {
      readonly message: (n: number) => string
      readonly edit: (n: number) => string
      readonly move: (n: number) => string
      readonly deletion: (n: number) => string
      readonly reaction: (n: number) => string
      readonly flags: (n: number) => string
      readonly channel: (n: number) => string
      readonly scheduled_message: (n: number) => string
      readonly reminder: (n: number) => string
    }
    readonly policy: string
    readonly rules: {
      readonly announcements: string
      readonly wide_mentions: string
      readonly others_messages: string
      readonly administration: string
    }
    readonly by: {
      readonly none: string
      readonly person: string
      readonly administrators: string
    }
    readonly alsoFor: string
    readonly add: string
    readonly remove: (channel: string) => string
  }
}

declare module 'messages:arrivals' {
  export const messages: {
    readonly install: string
    readonly shareAgain: string
    readonly nothingShared: string
    readonly tooManyShared: (left: number) => string
    readonly notUnderstood: string
    readonly elsewhere: (host: string) => string
    readonly openThere: string
  }
}

declare module 'messages:bots' {
  export const messages: {
    readonly lead: string
    readonly list: string
    readonly none: string
    readonly cannot: string
    readonly onlyWriting: string
    readonly make: string
    readonly kinds: {
      readonly 1: string
      readonly 2: string
      readonly 3: string
      readonly 4: string
    }
    readonly kindHelp: {
      readonly 1: string
      readonly 2: string
      readonly 3: string
    }
    readonly kind: string
    readonly name: string
    readonly shortName: string
    readonly shortNameHelp: (address: string) => string
    readonly url: string
    readonly form: string
    readonly forms: {
      readonly 1: string
      readonly 2: string
    }
    readonly channel: string
    readonly eventsChannel: string
    readonly allChannels: string
    readonly noChannel: string
    readonly owner: string
    readonly create: string
    readonly edit: string
    readonly save: string
    readonly editing: (name: string) => string
    readonly email: string
    readonly key: string
    readonly showKey: string
    readonly hideKey: string
    readonly copy: string
    readonly newKey: string
    readonly newKeyOf: (name: string) => string
    readonly newKeyMore: string
    readonly makeKey: string
    readonly token: string
    readonly download: string
    readonly downloadOf: (name: string) => string
    readonly downloadWebhooks: string
    readonly deactivate: string
    readonly deactivateOf: (name: string) => string
    readonly deactivateMore: string
  }
}

declare module 'messages:cards' {
  export const messages: {
    readonly cardOf: (name: string) => string
    readonly someone: string
    readonly close: string
    readonly present: {
      readonly active: string
      readonly idle: string
      readonly offline: string
    }
    readonly seen: (when: string) => string
    readonly roles: {
      readonly 100: string
      readonly 200: string
      readonly 300: string
      readonly 400: string
      readonly 600: string
    }
    readonly bot: string
    readonly botOf: (name: string) => string
    readonly systemBot: string
    readonly imported: string
    readonly deactivated: string
    readonly notKnown: string
    readonly localTime: string
    readonly role: string
    readonly joined: string
    readonly email: string
    readonly groups: string
    readonly write: string
    readonly writeToYourself: string
    readonly until: (when: string) => string
    readonly allMembers: string
    readonly mention: string
    readonly copyMention: string
    readonly copyLink: string
    readonly copyEmail: string
    readonly messagesBy: string
    readonly ownMessages: string
    readonly mute: string
    readonly unmute: string
    readonly muted: (name: string) => string
    readonly unmuted: (name: string) => string
    readonly undo: string
    readonly you: string
    readonly members: (n: number) => string
    readonly noMembers: string
    readonly andMore: (n: number) => string
    readonly contains: (groups: readonly string[]) => string
    readonly groupNotKnown: string
    readonly groupDeactivated: string
    readonly youAreIn: string
  }
}

declare module 'messages:channelGeneral' {
  export const messages: {
    readonly settings: string
    readonly name: string
    readonly nameHelp: string
    readonly description: string
    readonly descriptionHelp: string
    readonly preview: string
    readonly privacy: string
    readonly privacyHelp: string
    readonly topics: string
    readonly topicsPolicies: {
      readonly inherit: string
      readonly allow_empty_topic: string
      readonly disable_empty_topic: string
      readonly empty_topic_only: string
    }
    readonly retention: string
    readonly retentionHelp: string
    readonly retentionKinds: {
      readonly usualForever: string
      readonly usualDays: (days: number) => string
      readonly ever: string
      readonly own: string
    }
    readonly days: string
    readonly daysUnit: string
    readonly folder: string
    readonly noFolder: string
    readonly isDefault: string
    readonly notForPrivate: string
    readonly onlyAdministrators: (who: string) => string
    readonly onlyOwners: (who: string) => string
    readonly onlyPolicy: (who: string) => string
    readonly fromOutside: string
    readonly email: string
    readonly emailHelp: string
    readonly emailOff: string
    readonly emailShow: string
    readonly emailAs: string
    readonly emailGateway: string
    readonly emailOneself: string
    readonly emailNot: string
    readonly emailReset: string
    readonly emailResetMore: string
    readonly copyAddress: string
    readonly address: string
    readonly addressHint: string
    readonly webhooks: string
    readonly webhooksOfAll: string
    readonly webhooksOfOneself: string
    readonly noWebhooksHere: string
    readonly otherWebhooks: (n: number) => string
    readonly webhookOwn: string
    readonly webhookOf: (owner: string) => string
    readonly orphanedWebhook: string
    readonly postsSince: (day: string) => string
    readonly postedLast: (day: string) => string
    readonly hasNotPosted: string
    readonly usualHere: string
    readonly webhookKinds: {
      readonly slack_incoming: string
      readonly json: string
    }
    readonly showAddressOf: (bot: string) => string
    readonly makeBot: string
    readonly archive: string
    readonly archiveTitle: (name: string) => string
    readonly archiveMore: string
    readonly unarchive: string
    readonly archived: (name: string) => string
    readonly broughtBack: (name: string) => string
  }
}

declare module 'messages:channelSettings' {
  export const messages: {
    readonly permissions: {
      readonly can_send_message_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_create_topic_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_subscribe_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_add_subscribers_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_remove_subscribers_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_move_messages_within_channel_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_move_messages_out_of_channel_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_resolve_topics_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_delete_any_message_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_delete_own_message_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_administer_channel_group: {
        readonly label: string
        readonly help: string
      }
    }
    readonly permissionsMore: string
    readonly onlyAdministering: (who: string) => string
    readonly onlyForDeleting: (who: string) => string
    readonly onlyReaders: string
  }
}

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

declare module 'messages:directory' {
  export const messages: {
    readonly enabled: string
    readonly enabledHelp: string
    readonly address: string
    readonly addressHelp: string
    readonly copy: string
    readonly knows: (people: number, groups: number) => string
    readonly tokens: string
    readonly tokensHelp: string
    readonly none: string
    readonly make: string
    readonly name: string
    readonly nameHelp: string
    readonly fields: string
    readonly fieldsHelp: string
    readonly noField: string
    readonly attributes: {
      readonly title: string
      readonly nickName: string
      readonly workPhone: string
      readonly mobilePhone: string
      readonly department: string
      readonly division: string
      readonly organization: string
      readonly costCenter: string
      readonly employeeNumber: string
      readonly manager: string
    }
    readonly requests: string
    readonly requestsHelp: string
    readonly onlyProblems: string
    readonly noRequests: string
    readonly status: (status: number) => string
    readonly ms: (ms: number) => string
    readonly revokeMore: string
  }
}

declare module 'messages:finding' {
  export const messages: {
    readonly searchField: string
    readonly searchHint: string
    readonly closeSearch: string
    readonly searchOptions: string
    readonly conditions: string
    readonly removeCondition: (text: string) => string
    readonly not: (text: string) => string
    readonly operators: {
      readonly channel: string
      readonly topic: string
      readonly sender: string
      readonly dm: string
      readonly 'dm-including': string
      readonly mentions: string
      readonly is: string
      readonly has: string
      readonly date: string
      readonly near: string
      readonly channels: string
      readonly in: string
      readonly search: string
      readonly id: string
      readonly with: string
    }
    readonly operatorHints: {
      readonly channel: string
      readonly topic: string
      readonly sender: string
      readonly dm: string
      readonly 'dm-including': string
      readonly mentions: string
      readonly is: string
      readonly has: string
      readonly date: string
      readonly near: string
      readonly channels: string
      readonly in: string
    }
    readonly values: {
      readonly 'is unread': string
      readonly 'is starred': string
      readonly 'is mentioned': string
      readonly 'is alerted': string
      readonly 'is dm': string
      readonly 'is resolved': string
      readonly 'is followed': string
      readonly 'is muted': string
      readonly 'has link': string
      readonly 'has image': string
      readonly 'has attachment': string
      readonly 'has reaction': string
      readonly 'channels public': string
      readonly 'in home': string
      readonly 'in all': string
    }
    readonly days: {
      readonly today: string
      readonly yesterday: string
      readonly week: string
      readonly month: string
      readonly year: string
    }
    readonly recentSearch: string
    readonly searchEverywhere: (words: string) => string
    readonly everywhere: string
    readonly onlyHere: (place: string) => string
    readonly searchIn: string
    readonly allMessages: string
    readonly results: (n: number) => string
    readonly resultsSoFar: (n: number) => string
    readonly nearWords: (word: string, others: readonly string[]) => string
    readonly nothingFound: string
    readonly nothingFoundHere: (place: string) => string
    readonly nothingFoundMore: string
    readonly lessStrict: string
    readonly publicToo: string
    readonly noDay: string
    readonly goTo: string
    readonly goToHint: string
    readonly goToOptions: string
    readonly goToNone: string
    readonly goToKeys: string
    readonly help: string
    readonly command: string
    readonly ofMessage: string
    readonly view: string
    readonly conversation: string
    readonly person: string
    readonly searchMessages: (words: string) => string
    readonly topicFilter: string
    readonly topicsLoading: string
    readonly noTopics: string
    readonly noTopicFits: string
    readonly resolvedTopics: (n: number) => string
    readonly topicKeys: string
    readonly muteTopic: string
    readonly unmuteTopic: string
    readonly muteTopicFor: string
    readonly followTopic: string
    readonly unfollowTopic: string
    readonly isMuted: string
    readonly isFollowed: string
    readonly withTopic: (name: string, topic: string) => string
  }
}

declare module 'messages:groupSettings' {
  export const messages: {
    readonly tabs: {
      readonly members: string
      readonly general: string
      readonly permissions: string
    }
    readonly name: string
    readonly nameNeeded: string
    readonly nameTaken: (name: string) => string
    readonly description: string
    readonly members: string
    readonly membersMore: string
    readonly create: string
    readonly cannotCreate: (who: string) => string
    readonly add: string
    readonly addLabel: string
    readonly insideAlready: (given: readonly string[]) => string
    readonly wouldContainItself: (inner: string, group: string) => string
    readonly added: (what: readonly string[], group: string) => string
    readonly addedMany: (n: number, group: string) => string
    readonly removed: (what: readonly string[], group: string) => string
    readonly removedMany: (n: number, group: string) => string
    readonly undo: string
    readonly remove: string
    readonly removeFrom: (name: string, group: string) => string
    readonly groupsInside: string
    readonly deactivated: string
    readonly deactivate: string
    readonly deactivateTitle: (name: string) => string
    readonly deactivateMore: string
    readonly reactivate: string
    readonly broughtBack: (name: string) => string
    readonly inUse: string
    readonly usedByOrganization: (what: string) => string
    readonly usedByChannel: (channel: string, what: string) => string
    readonly usedByGroup: (group: string, what: string) => string
    readonly usedInside: (groups: readonly string[]) => string
    readonly hiddenChannel: string
    readonly made: string
    readonly madeBy: (name: string) => string
    readonly permissionList: string
    readonly hasNoScopes: string
    readonly locked: (who: string) => string
    readonly systemGroup: string
    readonly inOrganization: (label: string) => string
    readonly inChannel: (channel: string, label: string) => string
    readonly ofGroup: (group: string, label: string) => string
    readonly permissions: {
      readonly can_mention_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_join_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_leave_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_add_members_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_remove_members_group: {
        readonly label: string
        readonly help: string
      }
      readonly can_manage_group: {
        readonly label: string
        readonly help: string
      }
    }
  }
}

declare module 'messages:heard' {
  export const messages: {
    readonly inConversation: (sender: string, text: string) => string
    readonly elsewhere: (sender: string, place: string, text: string) => string
    readonly toYou: (sender: string, text: string) => string
    readonly more: (count: number) => string
  }
}

declare module 'messages:interactive' {
  export const messages: {
    readonly form: string
    readonly ownAnswer: string
    readonly choose: string
    readonly send: string
    readonly notAsked: string
    readonly closed: string
    readonly answers: (n: number) => string
    readonly seenByAll: string
  }
}

declare module 'messages:members' {
  export const messages: {
    readonly choose: (name: string) => string
    readonly chooseAll: (n: number) => string
    readonly removeChosen: (n: number) => string
    readonly fromElsewhere: string
    readonly fromChannel: string
    readonly chooseChannel: string
    readonly addMembersOf: string
    readonly pasted: string
    readonly pastedHint: string
    readonly lookUp: string
    readonly foundOf: (n: number) => string
    readonly notFound: (who: readonly string[]) => string
    readonly severalOf: (who: readonly string[]) => string
    readonly alreadyIn: (n: number) => string
  }
}

declare module 'messages:notifications' {
  export const messages: {
    readonly place: (channel: string, topic: string) => string
    readonly generalChat: string
    readonly namesAndOthers: (first: string, second: string) => string
    readonly inGroup: (senders: string) => string
    readonly said: (sender: string, text: string) => string
    readonly newMessages: (count: number) => string
    readonly withoutText: string
    readonly reply: string
    readonly replyHere: string
    readonly markRead: string
    readonly testTitle: string
    readonly test: string
    readonly notSent: (place: string) => string
    readonly signedOut: string
    readonly unreachable: string
    readonly tryAgain: string
  }
}

declare module 'messages:notifying' {
  export const messages: {
    readonly offer: string
    readonly turnOn: string
    readonly notHere: string
    readonly title: string
    readonly label: string
    readonly states: {
      readonly off: string
      readonly on: string
      readonly pushed: string
      readonly blocked: string
      readonly insecure: string
      readonly install: string
      readonly unsupported: string
    }
    readonly noPush: string
    readonly turnOff: string
    readonly tryNotification: string
    readonly showTest: string
    readonly trySound: string
    readonly playSound: string
    readonly openSound: string
  }
}

declare module 'messages:organizationPages' {
  export const messages: {
    readonly 'organization-profile': string
    readonly 'organization-settings': string
    readonly 'organization-permissions': string
    readonly 'organization-level-user-defaults': string
    readonly 'default-channels-list': string
    readonly 'channel-folders': string
    readonly 'profile-field-settings': string
    readonly 'emoji-settings': string
    readonly 'linkifier-settings': string
    readonly 'playground-settings': string
    readonly domains: string
    readonly 'auth-methods': string
    readonly programs: string
  }
}

declare module 'messages:organizationSettings' {
  export const messages: {
    readonly name: {
      readonly label: string
      readonly help: string
    }
    readonly description: {
      readonly label: string
      readonly help: string
    }
    readonly default_language: {
      readonly label: string
      readonly help: string
    }
    readonly new_stream_announcements_stream_id: {
      readonly label: string
      readonly help: string
    }
    readonly signup_announcements_stream_id: {
      readonly label: string
      readonly help: string
    }
    readonly send_channel_events_messages: {
      readonly label: string
      readonly help: string
    }
    readonly welcome_message_custom_text: {
      readonly label: string
      readonly help: string
    }
    readonly message_content_allowed_in_email_notifications: {
      readonly label: string
      readonly help: string
    }
    readonly digest_emails_enabled: {
      readonly label: string
      readonly help: string
    }
    readonly digest_weekday: {
      readonly label: string
      readonly help: string
    }
    readonly topics_policy: {
      readonly label: string
      readonly help: string
    }
    readonly video_chat_provider: {
      readonly label: string
      readonly help: string
    }
    readonly jitsi_server_url: {
      readonly label: string
      readonly help: string
    }
    readonly enable_read_receipts: {
      readonly label: string
      readonly help: string
    }
    readonly inline_image_preview: {
      readonly label: string
      readonly help: string
    }
    readonly inline_url_embed_preview: {
      readonly label: string
      readonly help: string
    }
    readonly media_preview_size: {
      readonly label: string
      readonly help: string
    }
    readonly default_code_block_language: {
      readonly label: string
      readonly help: string
    }
    readonly presence_disabled: {
      readonly label: string
      readonly help: string
    }
    readonly default_avatar_source: {
      readonly label: string
      readonly help: string
    }
    readonly message_retention_days: {
      readonly label: string
      readonly help: string
    }
    readonly moderation_request_channel_id: {
      readonly label: string
      readonly help: string
    }
    readonly invite_required: {
      readonly label: string
      readonly help: string
    }
    readonly can_invite_users_group: {
      readonly label: string
      readonly help: string
    }
    readonly create_multiuse_invite_group: {
      readonly label: string
      readonly help: string
    }
    readonly emails_restricted_to_domains: {
      readonly label: string
      readonly help: string
    }
    readonly disallow_disposable_email_addresses: {
      readonly label: string
      readonly help: string
    }
    readonly waiting_period_threshold: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_public_channel_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_private_channel_group: {
      readonly label: string
      readonly help: string
    }
    readonly enable_spectator_access: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_web_public_channel_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_add_subscribers_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_mention_many_users_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_set_topics_policy_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_set_delete_message_policy_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_groups: {
      readonly label: string
      readonly help: string
    }
    readonly can_manage_all_groups: {
      readonly label: string
      readonly help: string
    }
    readonly direct_message_permission_group: {
      readonly label: string
      readonly help: string
    }
    readonly direct_message_initiator_group: {
      readonly label: string
      readonly help: string
    }
    readonly allow_message_editing: {
      readonly label: string
      readonly help: string
    }
    readonly message_content_edit_limit_seconds: {
      readonly label: string
      readonly help: string
    }
    readonly message_edit_history_visibility_policy: {
      readonly label: string
      readonly help: string
    }
    readonly can_move_messages_between_topics_group: {
      readonly label: string
      readonly help: string
    }
    readonly move_messages_within_stream_limit_seconds: {
      readonly label: string
      readonly help: string
    }
    readonly can_move_messages_between_channels_group: {
      readonly label: string
      readonly help: string
    }
    readonly move_messages_between_streams_limit_seconds: {
      readonly label: string
      readonly help: string
    }
    readonly can_resolve_topics_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_delete_any_message_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_delete_own_message_group: {
      readonly label: string
      readonly help: string
    }
    readonly message_content_delete_limit_seconds: {
      readonly label: string
      readonly help: string
    }
    readonly require_unique_names: {
      readonly label: string
      readonly help: string
    }
    readonly name_changes_disabled: {
      readonly label: string
      readonly help: string
    }
    readonly email_changes_disabled: {
      readonly label: string
      readonly help: string
    }
    readonly avatar_changes_disabled: {
      readonly label: string
      readonly help: string
    }
    readonly can_access_all_users_group: {
      readonly label: string
      readonly help: string
    }
    readonly enable_guest_user_indicator: {
      readonly label: string
      readonly help: string
    }
    readonly enable_guest_user_dm_warning: {
      readonly label: string
      readonly help: string
    }
    readonly enable_mcp: {
      readonly label: string
      readonly help: string
    }
    readonly enable_mcp_registration: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_bots_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_create_write_only_bots_group: {
      readonly label: string
      readonly help: string
    }
    readonly can_add_custom_emoji_group: {
      readonly label: string
      readonly help: string
    }
    readonly authentication_methods: {
      readonly label: string
      readonly help: string
    }
    readonly second_factor_required: {
      readonly label: string
      readonly help: string
    }
    readonly owner_full_content_access: {
      readonly label: string
      readonly help: string
    }
  }
}

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
  }
}

declare module 'messages:ownPages' {
  export const messages: {
    readonly namesFixed: string
    readonly addressesFixed: string
    readonly addressNeedsMail: string
    readonly picturesFixed: string
    readonly fieldFixed: string
    readonly profile: {
      readonly avatar: {
        readonly label: string
        readonly help: string
      }
      readonly full_name: {
        readonly label: string
        readonly help: string
      }
      readonly timezone: {
        readonly label: string
        readonly help: string
      }
      readonly status: {
        readonly label: string
        readonly help: string
      }
    }
    readonly setStatus: string
    readonly noZone: string
    readonly useZone: (zone: string) => string
    readonly aboutYou: string
    readonly asOthersSee: string
    readonly role: string
    readonly roles: {
      readonly 100: string
      readonly 200: string
      readonly 300: string
      readonly 400: string
      readonly 600: string
    }
    readonly joined: string
    readonly required: string
    readonly chooseNothing: string
    readonly account: {
      readonly email: {
        readonly label: string
        readonly help: string
      }
      readonly password: {
        readonly label: string
        readonly help: string
      }
      readonly 'api-key': {
        readonly label: string
        readonly help: string
      }
      readonly 'own-data': {
        readonly label: string
        readonly help: string
      }
      readonly deactivate: {
        readonly label: string
        readonly help: string
      }
    }
    readonly signIn: string
    readonly leaving: string
    readonly mailSent: (address: string) => string
    readonly changePassword: string
    readonly oldPassword: string
    readonly newPassword: string
    readonly passwordChanged: string
    readonly forgotten: string
    readonly noPasswords: string
    readonly showKey: string
    readonly connect: string
    readonly password: string
    readonly yourKey: string
    readonly copy: string
    readonly newKey: string
    readonly newKeyMore: string
    readonly keyReplaced: string
    readonly downloadRc: string
    readonly download: string
    readonly deactivate: string
    readonly deactivateTitle: string
    readonly deactivateNow: string
    readonly notifications: {
      readonly table: string
      readonly rows: {
        readonly direct: string
        readonly followed: string
        readonly channels: string
      }
      readonly columns: {
        readonly screen: string
        readonly sound: string
        readonly phone: string
        readonly email: string
        readonly everyone: string
      }
      readonly noMail: string
      readonly tableHelp: string
      readonly channels: string
      readonly noChannels: string
      readonly quiet: string
      readonly quietHelp: string
      readonly openDoNotDisturb: string
    }
    readonly topics: {
      readonly list: string
      readonly none: string
      readonly filter: string
      readonly noneFit: string
      readonly policies: {
        readonly 0: string
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
      readonly policyOf: (topic: string) => string
      readonly since: (when: string) => string
      readonly more: (n: number) => string
      readonly deletedChannel: string
    }
    readonly alertWords: {
      readonly lead: string
      readonly list: string
      readonly none: string
      readonly field: string
      readonly add: string
      readonly same: string
    }
    readonly mutedUsers: {
      readonly lead: string
      readonly list: string
      readonly none: string
      readonly field: string
      readonly add: string
      readonly since: (when: string) => string
    }
    readonly uploads: {
      readonly lead: string
      readonly used: (size: string) => string
      readonly usedOf: (size: string, most: string) => string
      readonly room: string
      readonly list: string
      readonly none: string
      readonly noneFit: string
      readonly filter: string
      readonly order: string
      readonly orders: {
        readonly newest: string
        readonly largest: string
        readonly name: string
      }
      readonly inMessages: (n: number) => string
      readonly openMessage: string
      readonly remove: (name: string) => string
      readonly removeMore: string
      readonly removeNow: string
    }
    readonly sessions: {
      readonly lead: string
      readonly browsers: string
      readonly pushBrowsers: string
      readonly noPushBrowsers: string
      readonly devices: string
      readonly noDevices: string
      readonly device: (id: string) => string
      readonly active: string
      readonly pending: string
      readonly failed: (why: string) => string
      readonly bare: string
      readonly test: string
      readonly tested: string
      readonly since: (when: string) => string
      readonly apiNote: string
    }
    readonly keyboard: {
      readonly lead: string
    }
  }
}

declare module 'messages:ownSettings' {
  export const messages: {
    readonly titles: {
      readonly profile: string
      readonly account: string
      readonly preferences: string
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
    }
    readonly groups: {
      readonly look: string
      readonly language: string
      readonly writing: string
      readonly reading: string
      readonly sidebars: string
      readonly screen: string
      readonly phone: string
      readonly email: string
      readonly otherEmails: string
      readonly topics: string
      readonly privacy: string
    }
    readonly noSound: string
    readonly machineTranslated: (language: string) => string
  }
}

declare module 'messages:own' {
  export const messages: {
    readonly look: string
    readonly looks: {
      readonly 1: string
      readonly 3: string
      readonly 2: string
    }
    readonly notChanged: string
    readonly settings: string
    readonly keyboard: string
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

declare module 'messages:passwords' {
  export const messages: {
    readonly length: (least: number) => string
    readonly guessable: string
    readonly names: string
    readonly fair: string
    readonly good: string
    readonly strong: string
  }
}

declare module 'messages:peopleSettings' {
  export const messages: {
    readonly active: string
    readonly imported: string
    readonly deactivated: string
    readonly invitations: string
    readonly tabs: string
    readonly lockedUsers: string
    readonly filter: string
    readonly filterBots: string
    readonly role: string
    readonly anyRole: string
    readonly sortBy: string
    readonly sorts: {
      readonly name: string
      readonly role: string
      readonly joined: string
      readonly seen: string
    }
    readonly roles: {
      readonly 100: string
      readonly 200: string
      readonly 300: string
      readonly 400: string
      readonly 600: string
    }
    readonly count: (n: number) => string
    readonly botCount: (n: number) => string
    readonly noneFit: string
    readonly noBots: string
    readonly joined: (day: string) => string
    readonly seen: (day: string) => string
    readonly choose: (name: string) => string
    readonly chooseAll: (n: number) => string
    readonly chosen: (n: number) => string
    readonly clear: string
    readonly forChosen: string
    readonly more: (name: string) => string
    readonly onlyOwners: string
    readonly changeRole: string
    readonly changeName: string
    readonly nameTitle: string
    readonly name: string
    readonly address: string
    readonly save: string
    readonly nameChanged: (name: string) => string
    readonly makeAccount: string
    readonly makeTitle: string
    readonly makeHelp: string
    readonly password: string
    readonly make: string
    readonly made: (name: string) => string
    readonly addToGroup: string
    readonly addToChannel: string
    readonly removeFactor: string
    readonly removeFactorTitle: string
    readonly removeFactorWhat: string
    readonly factorRemoved: (n: number) => string
    readonly deactivate: string
    readonly otherUsers: (n: number) => string
    readonly withoutYou: string
    readonly closingStops: string
    readonly stoppedAt: (done: number, all: number) => string
    readonly roleTitle: string
    readonly roleSubmit: string
    readonly groupTitle: string
    readonly channelTitle: string
    readonly add: string
    readonly whichGroups: string
    readonly whichChannels: string
    readonly findGroup: string
    readonly findChannel: string
    readonly noneThere: string
    readonly moreFit: (n: number) => string
    readonly notifyThem: string
    readonly deactivateTitle: string
    readonly deactivateSubmit: (n: number) => string
    readonly deactivateWhat: string
    readonly theirBots: (names: readonly string[]) => string
    readonly noBotsOfTheirs: string
    readonly theirInvitations: string
    readonly theirMessages: string
    readonly keepMessages: string
    readonly deleteSome: string
    readonly deletes: {
      readonly delete_profile: string
      readonly delete_public_channel_messages: string
      readonly delete_private_channel_messages: string
      readonly delete_direct_messages: string
    }
    readonly mailThem: string
    readonly mailComment: string
    readonly doneOf: (done: number, all: number) => string
    readonly allRefused: (lines: string) => string
    readonly someRefused: (lines: string, done: number) => string
    readonly refusedLine: (name: string, reason: string) => string
    readonly andMore: (n: number) => string
    readonly roleChanged: (who: string, role: string) => string
    readonly wasDeactivated: (who: string) => string
    readonly wasAdded: (who: string, where: string) => string
    readonly bringBack: string
    readonly bringBackName: (name: string) => string
    readonly broughtBack: (name: string) => string
    readonly broughtBackMany: (who: string) => string
    readonly bringBackMany: string
    readonly bringBackTitle: string
    readonly bringBackSubmit: (n: number) => string
    readonly bringBackWhat: string
    readonly profileDeleted: string
    readonly stub: string
    readonly inviteSome: string
    readonly inviteAll: (n: number) => string
    readonly inviteName: (name: string) => string
    readonly importedInvited: (n: number) => string
    readonly alreadyInvited: (n: number) => string
    readonly addressesNotAllowed: (n: number) => string
    readonly loading: string
    readonly invite: string
    readonly lockedInvite: string
    readonly lockedLink: string
    readonly noMailInvite: string
    readonly noMailRestricted: string
    readonly noMailImported: string
    readonly noInvitations: string
    readonly byLink: string
    readonly invitedBy: (name: string) => string
    readonly invitedAs: {
      readonly 100: string
      readonly 200: string
      readonly 300: string
      readonly 400: string
      readonly 600: string
    }
    readonly expires: (day: string) => string
    readonly neverExpires: string
    readonly resend: string
    readonly resendTo: (to: string) => string
    readonly resent: (to: string) => string
    readonly revoke: string
    readonly revokeOf: (to: string) => string
    readonly copyLink: string
    readonly copied: string
    readonly inviteTitle: string
    readonly inviteHow: string
    readonly byMail: string
    readonly bySharedLink: string
    readonly addresses: string
    readonly inviteAs: string
    readonly expiresAfter: string
    readonly lives: {
      readonly 1440: string
      readonly 4320: string
      readonly 14400: string
      readonly 43200: string
      readonly 0: string
      readonly '-1': string
    }
    readonly until: string
    readonly untilPast: string
    readonly welcome: string
    readonly welcomeHelp: string
    readonly defaultChannels: string
    readonly notifyMe: string
    readonly sendInvites: string
    readonly makeLink: string
    readonly invited: string
    readonly yourLink: string
    readonly kinds: {
      readonly 1: string
      readonly 2: string
      readonly 3: string
      readonly 4: string
    }
    readonly ownedBy: (name: string) => string
    readonly noOwner: string
    readonly stopped: string
    readonly stopBot: string
    readonly stopBotName: (name: string) => string
    readonly deliveriesOf: (name: string) => string
    readonly deliveries: string
    readonly roleOf: (name: string) => string
    readonly onlyOwnBots: string
  }
}

declare module 'messages:people' {
  export const messages: {
    readonly filter: string
    readonly found: (n: number) => string
    readonly nobody: string
    readonly sections: {
      readonly conversation: string
      readonly channel: string
      readonly others: string
    }
    readonly localTime: string
    readonly setStatus: string
    readonly status: string
    readonly statusIs: (text: string) => string
    readonly chooseEmoji: string
    readonly withoutEmoji: string
    readonly statusText: string
    readonly until: string
    readonly untilCleared: string
    readonly inAnHour: string
    readonly inFourHours: string
    readonly endOfDay: string
    readonly endOfWeek: string
    readonly save: string
    readonly clear: string
    readonly usual: string
    readonly presets: {
      readonly busy: string
      readonly meeting: string
      readonly commuting: string
      readonly sick: string
      readonly vacation: string
      readonly remote: string
      readonly office: string
    }
  }
}

declare module 'messages:permissions' {
  export const messages: {
    readonly systemGroups: {
      readonly 'role:internet': string
      readonly 'role:everyone': string
      readonly 'role:members': string
      readonly 'role:fullmembers': string
      readonly 'role:moderators': string
      readonly 'role:administrators': string
      readonly 'role:owners': string
      readonly 'role:nobody': string
    }
    readonly systemGroupDetails: {
      readonly 'role:internet': string
      readonly 'role:everyone': string
      readonly 'role:members': string
      readonly 'role:fullmembers': string
      readonly 'role:moderators': string
      readonly 'role:administrators': string
      readonly 'role:owners': string
      readonly 'role:nobody': string
    }
    readonly systemCrowd: {
      readonly 'role:internet': (people: string) => string
      readonly 'role:everyone': (people: string) => string
      readonly 'role:members': (people: string) => string
      readonly 'role:fullmembers': (people: string) => string
      readonly 'role:moderators': (people: string) => string
      readonly 'role:administrators': (people: string) => string
      readonly 'role:owners': (people: string) => string
      readonly 'role:nobody': (people: string) => string
    }
    readonly people: (people: number) => string
    readonly bots: (bots: number) => string
    readonly peopleAndBots: (people: number, bots: number) => string
    readonly groupCrowd: (name: string, crowd: string) => string
    readonly emptyGroup: (name: string) => string
    readonly morePeople: (n: number) => string
    readonly noOneSentence: string
    readonly sentence: (parts: readonly string[]) => string
    readonly unknownGroup: string
    readonly unknownPerson: string
    readonly youToo: string
    readonly namePersonOrGroup: string
    readonly withoutOne: (name: string) => string
    readonly you: string
    readonly bot: string
    readonly andMore: (n: number) => string
    readonly options: (label: string) => string
    readonly save: string
    readonly discard: string
    readonly saving: string
    readonly saved: string
    readonly userNeeded: string
    readonly changedConcurrently: string
    readonly saveAllTheSame: string
    readonly takeTheirs: string
    readonly exactPeople: string
    readonly isNamed: (isOwn: boolean) => string
    readonly isInGroup: (isOwn: boolean, group: string) => string
    readonly groupInside: (group: string, outer: string) => string
    readonly hasRole: {
      readonly 'role:everyone': (isOwn: boolean) => string
      readonly 'role:members': (isOwn: boolean) => string
      readonly 'role:fullmembers': (isOwn: boolean) => string
      readonly 'role:moderators': (isOwn: boolean) => string
      readonly 'role:administrators': (isOwn: boolean) => string
      readonly 'role:owners': (isOwn: boolean) => string
    }
    readonly hasRoleInGroup: (isOwn: boolean, role: string, group: string) => string
    readonly everywhere: (because: string) => string
    readonly reasons: {
      readonly administrator: (isOwn: boolean) => string
      readonly inside: (isOwn: boolean) => string
      readonly public: (isOwn: boolean) => string
      readonly webPublic: (isOwn: boolean) => string
    }
    readonly obstacles: {
      readonly archived: (isOwn: boolean) => string
      readonly guest: (isOwn: boolean) => string
      readonly guestOutside: (isOwn: boolean) => string
      readonly closed: (isOwn: boolean) => string
      readonly protectedHistory: (isOwn: boolean) => string
      readonly systemGroup: (isOwn: boolean) => string
    }
    readonly obstaclesOfGroups: {
      readonly archived: string
      readonly guest: string
      readonly guestOutside: string
      readonly closed: string
      readonly protectedHistory: string
      readonly systemGroup: string
    }
    readonly isNotAmong: (isOwn: boolean) => string
    readonly because: (sentence: string, reasons: string) => string
    readonly noReason: (sentence: string) => string
    readonly groupBecause: (sentence: string, reason: string) => string
    readonly groupIsNotAmong: string
    readonly throughGroup: (group: string) => string
    readonly inChannel: {
      readonly read: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly join: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly post: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly startTopics: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly addPeople: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly removePeople: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly moveWithin: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly moveOut: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly resolve: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly deleteAny: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly deleteOwn: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly administer: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
    }
    readonly ofGroup: {
      readonly mention: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly join: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly leave: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly addMembers: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly removeMembers: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
      readonly manage: {
        readonly can: (isOwn: boolean, name: string) => string
        readonly cannot: (isOwn: boolean, name: string) => string
        readonly notAll: (name: string) => string
      }
    }
    readonly checkPermissions: string
    readonly nameSomeone: string
    readonly forSomeoneElse: string
    readonly verdictsOf: (name: string) => string
    readonly noOneAtAll: string
    readonly refused: (reason: string) => string
    readonly noServer: string
  }
}

declare module 'messages:pins' {
  export const messages: {
    readonly pinned: (n: number) => string
    readonly pinnedMessages: string
    readonly pinnedFor: {
      readonly own: string
      readonly everyone: string
    }
    readonly pinTopic: string
    readonly unpinTopic: string
    readonly pinTopicForAll: string
    readonly unpinTopicForAll: string
    readonly isPinned: string
  }
}

declare module 'messages:places' {
  export const messages: {
    readonly actionsOn: (place: string) => string
    readonly openFeed: string
    readonly openTopics: string
    readonly openTopic: string
    readonly openChannel: (name: string) => string
    readonly openConversation: string
    readonly openBeside: string
    readonly members: string
    readonly about: string
    readonly markRead: string
    readonly undo: string
    readonly muteChannel: string
    readonly muteTopic: string
    readonly follow: string
    readonly pin: string
    readonly colour: string
    readonly notifications: string
    readonly moveToFolder: string
    readonly movedToFolder: (channel: string, folder: string) => string
    readonly removedFromFolder: (channel: string) => string
    readonly copyLink: string
    readonly rename: string
    readonly merge: string
    readonly mergeWarning: (from: string, into: string) => string
    readonly deleteTopic: string
    readonly deleteTopicItem: string
    readonly deleteTopicTitle: (name: string) => string
    readonly deleteTopicMore: string
    readonly topicDeleted: (name: string) => string
    readonly cardOf: (name: string) => string
    readonly join: string
    readonly joinShort: string
    readonly joinNamed: (name: string) => string
    readonly joined: (name: string) => string
    readonly leave: string
    readonly leaveShort: string
    readonly leaveNamed: (name: string) => string
    readonly left: (name: string) => string
    readonly leaveTitle: (name: string) => string
    readonly leavePrivate: string
    readonly leaveForGood: string
    readonly onlyInvitedShort: string
    readonly onlyInvited: string
    readonly welcomeTo: (name: string) => string
    readonly topicBegins: (topic: string) => string
    readonly directBegins: (people: readonly string[]) => string
    readonly ownBegins: string
    readonly preview: (name: string) => string
    readonly archivedHere: (name: string) => string
    readonly colourOf: (name: string) => string
    readonly colours: string
    readonly ownColour: string
    readonly colourNames: {
      readonly red: string
      readonly vermilion: string
      readonly orange: string
      readonly olive: string
      readonly leaf: string
      readonly green: string
      readonly sea: string
      readonly teal: string
      readonly sky: string
      readonly blue: string
      readonly indigo: string
      readonly violet: string
      readonly purple: string
      readonly pink: string
      readonly grey: string
      readonly brown: string
    }
    readonly channels: string
    readonly whichChannels: string
    readonly sections: {
      readonly subscribed: string
      readonly available: string
      readonly all: string
      readonly new: string
    }
    readonly channelFilter: string
    readonly folder: string
    readonly everyFolder: string
    readonly noFolder: string
    readonly order: string
    readonly orders: {
      readonly name: string
      readonly members: string
      readonly activity: string
    }
    readonly noChannels: string
    readonly noChannelFits: string
    readonly channelCount: (n: number) => string
    readonly channelsFound: (n: number) => string
    readonly memberCount: (n: number) => string
    readonly aboutChannel: (name: string) => string
    readonly tabs: {
      readonly general: string
      readonly permissions: string
      readonly subscribers: string
      readonly personal: string
    }
    readonly archive: string
    readonly unarchive: string
    readonly archived: string
    readonly noDescription: string
    readonly usersWhoCanRead: string
    readonly privacy: {
      readonly public: string
      readonly webPublic: string
      readonly sharedHistory: string
      readonly protectedHistory: string
    }
    readonly made: string
    readonly madeBy: (name: string) => string
    readonly traffic: string
    readonly perWeek: (n: number) => string
    readonly inSidebar: string
    readonly mutedHelp: string
    readonly asUsual: string
    readonly notices: {
      readonly desktop_notifications: string
      readonly audible_notifications: string
      readonly push_notifications: string
      readonly email_notifications: string
      readonly wildcard_mentions_notify: string
    }
    readonly newChannel: string
    readonly name: string
    readonly description: string
    readonly nameNeeded: string
    readonly nameTaken: (name: string) => string
    readonly chosenMembers: string
    readonly announce: (channel: string) => string
    readonly isDefault: string
    readonly create: string
    readonly cancel: string
    readonly cannotCreate: string
    readonly folders: string
    readonly foldersMore: string
    readonly noFolders: string
    readonly newFolder: string
    readonly nameOfFolder: (name: string) => string
    readonly folderDescription: string
    readonly descriptionOfFolder: (name: string) => string
    readonly moveUp: (name: string) => string
    readonly moveDown: (name: string) => string
    readonly deleteFolder: (name: string) => string
    readonly you: string
    readonly membersLoading: string
    readonly memberFilter: string
    readonly noMatches: string
    readonly addPeople: string
    readonly addPeopleTo: (channel: string) => string
    readonly nameOrGroup: string
    readonly add: string
    readonly added: (people: readonly string[], channel: string) => string
    readonly addedMany: (n: number, channel: string) => string
    readonly remove: string
    readonly removeFrom: (name: string, channel: string) => string
    readonly removed: (people: readonly string[], channel: string) => string
    readonly takeOut: (name: string) => string
    readonly andMore: (n: number) => string
    readonly groups: string
    readonly whichGroups: string
    readonly groupSections: {
      readonly your: string
      readonly all: string
      readonly new: string
    }
    readonly groupFilter: string
    readonly noGroups: string
    readonly groupCount: (n: number) => string
    readonly aboutGroup: (name: string) => string
    readonly groupDeactivated: string
    readonly isInside: string
    readonly through: (group: string) => string
    readonly writeToAll: string
    readonly copyMention: string
    readonly joinGroup: string
    readonly leaveGroup: string
  }
}

declare module 'messages:programs' {
  export const messages: {
    readonly lead: string
    readonly list: string
    readonly none: string
    readonly add: string
    readonly name: {
      readonly label: string
      readonly help: string
    }
    readonly addresses: {
      readonly label: string
      readonly help: string
    }
    readonly copy: string
    readonly copyOf: (name: string) => string
    readonly leadsTo: (places: readonly string[]) => string
    readonly knownBy: {
      readonly itself: string
      readonly administrator: string
    }
    readonly byDocument: (host: string) => string
    readonly since: (day: string) => string
    readonly accounts: (number: number) => string
    readonly removeOf: (name: string) => string
    readonly removeMore: string
    readonly remove: string
  }
}

declare module 'messages:quiet' {
  export const messages: {
    readonly quietIntro: string
    readonly pause: string
    readonly pausePresets: {
      readonly half: string
      readonly hour: string
      readonly tomorrow: string
    }
    readonly pauseUntil: string
    readonly pauseIt: string
    readonly quietNow: (until: string) => string
    readonly quietLine: (until: string) => string
    readonly endNow: string
    readonly change: string
    readonly quietHours: string
    readonly noQuietHours: string
    readonly addHours: string
    readonly hoursFrom: string
    readonly hoursTo: string
    readonly hoursOf: (number: number) => string
    readonly removeHours: string
    readonly nextDay: string
    readonly wholeDay: string
    readonly needsWeekday: string
    readonly timesIn: (zone: string) => string
    readonly noZone: string
    readonly useZone: (zone: string) => string
    readonly saveHours: string
    readonly savedHours: string
    readonly muted: string
    readonly nothingMuted: string
    readonly mutedUntil: (until: string) => string
    readonly mutedForGood: string
    readonly unmute: string
    readonly unmutePlace: (place: string) => string
    readonly moreMuted: (count: number) => string
    readonly muteTitle: (place: string) => string
    readonly muteHow: string
    readonly mutePresets: {
      readonly hour: string
      readonly tomorrow: string
      readonly week: string
      readonly always: string
    }
    readonly muteUntil: string
    readonly muteIt: string
    readonly mutedNowUntil: (place: string, until: string) => string
    readonly mutedNowForGood: (place: string) => string
    readonly unmuted: (place: string) => string
    readonly mutedExplained: string
    readonly timePast: string
    readonly undo: string
    readonly digest: string
    readonly digestKinds: {
      readonly direct_messages: (count: number) => string
      readonly mentions: (count: number) => string
      readonly followed_topics: (count: number) => string
      readonly channels: (count: number) => string
    }
    readonly digestConversations: (count: number) => string
    readonly catchUp: string
    readonly dismiss: string
    readonly newIn: (count: number) => string
    readonly commands: {
      readonly half: string
      readonly hour: string
      readonly tomorrow: string
      readonly end: string
    }
    readonly paused: (until: string) => string
  }
}

declare module 'messages:importCounts' {
  export const messages: {
    readonly peopleBefore: string
    readonly peopleMerged: string
    readonly peopleKnown: string
    readonly peopleClaimable: string
    readonly peopleDeactivated: string
    readonly peopleWithoutAddress: string
    readonly bots: string
    readonly publicChannels: string
    readonly privateChannels: string
    readonly archivedPublicChannels: string
    readonly archivedPrivateChannels: string
    readonly channelsBefore: string
    readonly groups: string
    readonly groupsBefore: string
    readonly customEmoji: string
    readonly permissions: string
    readonly profileFields: string
    readonly knownProfileFields: string
    readonly profileValues: string
    readonly channelMessages: string
    readonly directMessages: string
    readonly messagesBefore: string
    readonly widgets: string
    readonly reactions: string
    readonly stars: string
    readonly files: string
    readonly pins: string
  }
}

declare module 'messages:reportKinds' {
  export const messages: {
    readonly spam: string
    readonly harassment: string
    readonly inappropriate: string
    readonly norms: string
    readonly other: string
  }
}

declare module 'messages:runningTitles' {
  export const messages: {
    readonly users: string
    readonly active: {
      readonly label: string
      readonly help: string
    }
    readonly imported: {
      readonly label: string
      readonly help: string
    }
    readonly deactivated: {
      readonly label: string
      readonly help: string
    }
    readonly invitations: {
      readonly label: string
      readonly help: string
    }
    readonly bots: string
    readonly botsHelp: string
    readonly exports: string
    readonly imports: string
    readonly backups: string
    readonly reports: string
    readonly directories: string
    readonly audit: string
    readonly directory: string
    readonly statistics: string
    readonly integrations: string
    readonly help: {
      readonly exports: string
      readonly imports: string
      readonly backups: string
      readonly reports: string
      readonly directories: string
      readonly audit: string
      readonly directory: string
      readonly statistics: string
      readonly integrations: string
    }
  }
}

declare module 'messages:running' {
  export const messages: {
    readonly loading: string
    readonly more: string
    readonly unknownPerson: string
    readonly exportKinds: {
      readonly public: string
      readonly full_with_consent: string
      readonly full_without_consent: string
    }
    readonly exportHelp: {
      readonly public: string
      readonly full_with_consent: string
      readonly full_without_consent: string
    }
    readonly onlyOwnersEverything: string
    readonly exportWhat: string
    readonly exportFormat: string
    readonly exportFormats: {
      readonly loquat: string
      readonly zulip: string
    }
    readonly startExport: string
    readonly consents: (n: number, all: number) => string
    readonly noExports: string
    readonly download: string
    readonly downloadOf: (when: string) => string
    readonly remove: string
    readonly removeOf: (when: string) => string
    readonly linkUntil: (when: string) => string
    readonly revokeLink: string
    readonly revokeLinkOf: (when: string) => string
    readonly newLink: string
    readonly newLinkOf: (when: string) => string
    readonly exportBy: (name: string) => string
    readonly exportState: {
      readonly waits: string
      readonly runs: (percent: number) => string
      readonly failed: string
      readonly deleted: string
      readonly done: string
    }
    readonly counts: {
      readonly users: (n: number) => string
      readonly channels: (n: number) => string
      readonly messages: (n: number) => string
      readonly reactions: (n: number) => string
      readonly uploads: (n: number) => string
      readonly custom_emoji: (n: number) => string
      readonly missing: (n: number) => string
    }
    readonly importLocked: string
    readonly importOff: string
    readonly importSource: string
    readonly sources: {
      readonly slack: string
      readonly mattermost: string
      readonly 'rocket-chat': string
      readonly discord: string
      readonly zulip: string
    }
    readonly importFile: string
    readonly importMaxSize: (mib: number) => string
    readonly grantRoles: string
    readonly downloadFiles: string
    readonly tryImport: string
    readonly doImport: string
    readonly uploading: (percent: number) => string
    readonly noImports: string
    readonly importStates: {
      readonly waiting: string
      readonly running: string
      readonly done: string
      readonly failed: string
      readonly stopped: string
    }
    readonly importPhases: {
      readonly unpacking: string
      readonly 'people and channels': string
      readonly messages: string
      readonly finishing: string
    }
    readonly dryRun: string
    readonly stop: string
    readonly stopOf: (name: string) => string
    readonly report: string
    readonly reportOf: (name: string) => string
    readonly percentDone: (percent: number) => string
    readonly backupsEveryDays: (n: number) => string
    readonly backupsEveryHours: (n: number) => string
    readonly backupsEveryMinutes: (n: number) => string
    readonly backupsOff: string
    readonly backupFailed: (when: string) => string
    readonly noBackups: string
    readonly sound: string
    readonly unsound: string
    readonly untried: string
    readonly encrypted: string
    readonly backupFiles: (n: number) => string
    readonly reportStates: {
      readonly open: string
      readonly handled: string
      readonly dismissed: string
    }
    readonly reportFilter: string
    readonly openReports: (n: number) => string
    readonly noReports: string
    readonly reportLine: (reporter: string, author: string) => string
    readonly notReadable: string
    readonly hasSaid: string
    readonly showMessage: string
    readonly messageGone: string
    readonly directly: string
    readonly handle: string
    readonly handleOf: (author: string) => string
    readonly dismiss: string
    readonly dismissOf: (author: string) => string
    readonly reopen: string
    readonly reopenOf: (author: string) => string
    readonly handledBy: (state: 'handled' | 'dismissed' | 'open', name: string, when: string) => string
    readonly handleTitle: string
    readonly handleSubmit: string
    readonly actions: {
      readonly message_deleted: string
      readonly message_edited: string
      readonly message_moved: string
      readonly person_spoken_to: string
      readonly person_deactivated: string
      readonly other: string
    }
    readonly note: string
    readonly auditWho: string
    readonly auditAnyone: string
    readonly auditWhat: string
    readonly auditAnything: string
    readonly auditSince: string
    readonly auditUntil: string
    readonly auditDownload: string
    readonly auditDownloading: (n: number) => string
    readonly auditNone: string
    readonly auditFrom: (address: string) => string
    readonly auditCommandLine: string
    readonly auditServer: string
    readonly auditDirectory: (name: string) => string
    readonly auditParams: string
    readonly statDays: string
    readonly statDayCounts: {
      readonly 7: string
      readonly 30: string
      readonly 90: string
      readonly 365: string
    }
    readonly countedAt: (when: string) => string
    readonly notCounted: string
    readonly statPeople: string
    readonly statNow: {
      readonly members: string
      readonly guests: string
      readonly bots: string
      readonly deactivated: string
    }
    readonly activePeople: string
    readonly activeWeek: string
    readonly statMessages: string
    readonly messageKinds: {
      readonly public_channels: string
      readonly private_channels: string
      readonly direct: string
    }
    readonly byBots: string
    readonly statStorage: string
    readonly storageKinds: {
      readonly image: string
      readonly video: string
      readonly audio: string
      readonly text: string
      readonly other: string
    }
    readonly inAll: (size: string) => string
    readonly files: (n: number) => string
    readonly quotas: string
    readonly quotasHelp: string
    readonly quotaNames: {
      readonly upload_mib: string
      readonly messages_per_minute: string
      readonly event_queues: string
    }
    readonly quotaUsed: (used: string, most: string) => string
    readonly noQuota: (used: string) => string
    readonly day: string
    readonly asTable: string
    readonly unknown: string
    readonly average: (n: string) => string
    readonly most: (n: string, day: string) => string
    readonly noIntegrations: string
    readonly allIntegrations: string
    readonly lastRequests: (name: string) => string
    readonly show: string
    readonly showOf: (name: string) => string
    readonly test: string
    readonly testOf: (name: string) => string
    readonly testPost: string
    readonly testPostOf: (name: string) => string
    readonly testChannel: string
    readonly testOwner: string
    readonly testTopic: string
    readonly testSample: string
    readonly samples: {
      readonly slack_incoming: string
      readonly json: string
    }
    readonly tool: string
    readonly showAddress: string
    readonly address: string
    readonly howTo: (tool: string) => string
    readonly accepted: string
    readonly leftOut: {
      readonly unknown: string
      readonly quiet: string
      readonly filtered: string
      readonly repeated: string
    }
    readonly unknownEvents: string
    readonly unknownEventsHelp: string
    readonly countedEvents: (count: number, time: string) => string
    readonly forgetIntegration: (tool: string) => string
    readonly secretOf: (tool: string) => string
    readonly secretIsSet: string
    readonly secretSet: string
    readonly secretNotSet: string
    readonly saveSecret: string
    readonly removeSecret: string
    readonly topicTemplate: string
    readonly textTemplate: string
    readonly templateHelp: string
    readonly pastedPayload: string
    readonly preview: string
    readonly saveTemplates: string
    readonly templatesSaved: string
    readonly posted: string
    readonly testing: string
    readonly testDone: (status: number, ms: number) => string
    readonly testFailed: (why: string, ms: number) => string
    readonly wouldSay: (text: string) => string
    readonly saysNothing: string
    readonly answer: string
    readonly deliveries: string
    readonly noDeliveries: string
    readonly succeeded: string
    readonly failed: string
    readonly isTest: string
    readonly status: (status: number) => string
    readonly ms: (ms: number) => string
    readonly incoming: string
    readonly outgoing: string
  }
}

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

declare module 'messages:settings' {
  export const messages: {
    readonly find: string
    readonly found: string
    readonly noneFound: string
    readonly foundCount: (n: number) => string
    readonly pages: string
    readonly allPages: string
    readonly aboutThis: string
    readonly parts: {
      readonly own: string
      readonly organization: string
      readonly people: string
      readonly running: string
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

declare module 'messages:userSettings' {
  export const messages: {
    readonly color_scheme: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly high_contrast_mode: {
      readonly label: string
      readonly help: string
    }
    readonly default_language: {
      readonly label: string
      readonly help: (languages: readonly string[]) => string
    }
    readonly twenty_four_hour_time: {
      readonly label: string
      readonly help: string
    }
    readonly web_font_size_px: {
      readonly label: string
      readonly help: string
      readonly unit: string
    }
    readonly web_line_height_percent: {
      readonly label: string
      readonly help: string
      readonly unit: string
    }
    readonly fluid_layout_width: {
      readonly label: string
      readonly help: string
    }
    readonly enter_sends: {
      readonly label: string
      readonly help: string
    }
    readonly enable_drafts_synchronization: {
      readonly label: string
      readonly help: string
    }
    readonly translate_emoticons: {
      readonly label: string
      readonly help: string
    }
    readonly display_emoji_reaction_users: {
      readonly label: string
      readonly help: string
    }
    readonly web_home_view: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly inbox: string
        readonly recent: string
        readonly all_messages: string
      }
    }
    readonly web_escape_navigates_to_home_view: {
      readonly label: string
      readonly help: string
    }
    readonly web_navigate_to_sent_message: {
      readonly label: string
      readonly help: string
    }
    readonly web_mark_read_on_scroll_policy: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly web_channel_default_view: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly 4: string
      }
    }
    readonly resolved_topic_notice_auto_read_policy: {
      readonly label: string
      readonly choices: {
        readonly always: string
        readonly except_followed: string
        readonly never: string
      }
    }
    readonly user_list_style: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly web_animate_image_previews: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly always: string
        readonly on_hover: string
        readonly never: string
      }
    }
    readonly web_stream_unreads_count_display_policy: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly web_left_sidebar_unreads_count_summary: {
      readonly label: string
      readonly help: string
    }
    readonly web_left_sidebar_show_channel_folders: {
      readonly label: string
      readonly help: string
    }
    readonly web_inbox_show_channel_folders: {
      readonly label: string
      readonly help: string
    }
    readonly starred_message_counts: {
      readonly label: string
    }
    readonly receives_typing_notifications: {
      readonly label: string
    }
    readonly demote_inactive_streams: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly web_suggest_update_timezone: {
      readonly label: string
      readonly help: string
    }
    readonly enable_desktop_notifications: {
      readonly label: string
    }
    readonly enable_sounds: {
      readonly label: string
    }
    readonly enable_offline_push_notifications: {
      readonly label: string
    }
    readonly enable_offline_email_notifications: {
      readonly label: string
    }
    readonly enable_followed_topic_desktop_notifications: {
      readonly label: string
    }
    readonly enable_followed_topic_audible_notifications: {
      readonly label: string
    }
    readonly enable_followed_topic_push_notifications: {
      readonly label: string
    }
    readonly enable_followed_topic_email_notifications: {
      readonly label: string
    }
    readonly enable_followed_topic_wildcard_mentions_notify: {
      readonly label: string
      readonly help: string
    }
    readonly enable_stream_desktop_notifications: {
      readonly label: string
    }
    readonly enable_stream_audible_notifications: {
      readonly label: string
    }
    readonly enable_stream_push_notifications: {
      readonly label: string
    }
    readonly enable_stream_email_notifications: {
      readonly label: string
    }
    readonly wildcard_mentions_notify: {
      readonly label: string
      readonly help: string
    }
    readonly notification_sound: {
      readonly label: string
    }
    readonly pm_content_in_desktop_notifications: {
      readonly label: string
    }
    readonly desktop_icon_count_display: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly 4: string
      }
    }
    readonly enable_online_push_notifications: {
      readonly label: string
      readonly help: string
    }
    readonly email_notifications_batching_period_seconds: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly 120: string
        readonly 300: string
        readonly 600: string
        readonly 1800: string
        readonly 3600: string
        readonly 21600: string
        readonly 86400: string
        readonly 604800: string
      }
    }
    readonly message_content_in_email_notifications: {
      readonly label: string
      readonly help: string
    }
    readonly realm_name_in_email_notifications_policy: {
      readonly label: string
      readonly help: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
      }
    }
    readonly enable_digest_emails: {
      readonly label: string
      readonly help: string
    }
    readonly enable_daily_digest_emails: {
      readonly label: string
      readonly help: string
    }
    readonly enable_login_emails: {
      readonly label: string
    }
    readonly automatically_follow_topics_policy: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly 4: string
      }
    }
    readonly automatically_follow_topics_where_mentioned: {
      readonly label: string
    }
    readonly automatically_unmute_topics_in_muted_streams_policy: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly 4: string
      }
    }
    readonly presence_enabled: {
      readonly label: string
    }
    readonly send_private_typing_notifications: {
      readonly label: string
    }
    readonly send_stream_typing_notifications: {
      readonly label: string
    }
    readonly send_read_receipts: {
      readonly label: string
    }
    readonly allow_private_data_export: {
      readonly label: string
      readonly help: string
    }
    readonly email_address_visibility: {
      readonly label: string
      readonly choices: {
        readonly 1: string
        readonly 2: string
        readonly 3: string
        readonly 4: string
        readonly 5: string
      }
    }
  }
}

declare module 'messages:views' {
  export const messages: {
    readonly filterRows: string
    readonly whichUnread: string
    readonly whichShown: {
      readonly heard: string
      readonly mentioned: string
      readonly followed: string
      readonly direct: string
      readonly all: string
    }
    readonly whereUnread: string
    readonly everywhere: string
    readonly mentions: (n: number) => string
    readonly directMessages: (n: number) => string
    readonly inboxKeys: string
    readonly noneFits: string
    readonly showAllUnread: string
    readonly markRead: string
    readonly markReadOf: (name: string) => string
    readonly markAllRead: string
    readonly openChannel: (name: string) => string
    readonly markedRead: (n: number) => string
    readonly markedReadIn: (n: number, where: string) => string
    readonly undo: string
    readonly unreadAgain: (n: number) => string
    readonly nothingToUndo: string
    readonly notMarked: string
    readonly notUndone: string
    readonly saidBy: (sender: string) => string
    readonly followed: string
    readonly muted: string
    readonly older: string
    readonly recentFollowed: string
    readonly recentDirect: string
    readonly recentMuted: string
    readonly recentText: string
    readonly recentEmpty: string
    readonly caughtUp: string
    readonly caughtUpMore: string
    readonly catchingUp: string
    readonly reasons: {
      readonly mine: string
      readonly followed: string
      readonly participated: string
      readonly lively: string
      readonly later: string
    }
    readonly catchUpSummary: (messages: number, conversations: number) => string
    readonly catchUpKeys: string
    readonly isMuted: (n: number) => string
    readonly moreOfReason: (conversations: number, messages: number) => string
    readonly leaveForLater: string
    readonly leaveForLaterOf: (name: string) => string
    readonly backFromLater: string
    readonly peopleAnd: (people: string, more: number) => string
    readonly toPeople: (sender: string, people: readonly string[]) => string
    readonly youToo: string
    readonly awayFor: (days: number, messages: number) => string
    readonly messagesUnread: (messages: number) => string
    readonly notNow: string
    readonly configureViews: string
    readonly viewsHint: string
    readonly showInSidebar: (name: string) => string
    readonly moveUp: (name: string) => string
    readonly moveDown: (name: string) => string
    readonly renameView: (name: string) => string
    readonly removeView: (name: string) => string
    readonly ownView: string
    readonly saveView: string
    readonly viewName: string
    readonly save: string
    readonly viewSaved: (name: string) => string
    readonly nothingToSave: string
  }
}

declare module 'messages:writing' {
  export const messages: {
    readonly writing: string
    readonly writeMessage: string
    readonly newMessage: string
    readonly closeWriting: string
    readonly channel: string
    readonly changeChannel: (name: string) => string
    readonly toPeople: string
    readonly toChannel: string
    readonly nameSomeone: string
    readonly nameOthers: string
    readonly removePerson: (name: string) => string
    readonly recipientNeeded: string
    readonly suggestions: (n: number, first: string) => string
    readonly suggestionsFor: string
    readonly notSubscribed: string
    readonly notifyChannel: (n: number) => string
    readonly notifyConversation: string
    readonly notifyTopic: string
    readonly bot: string
    readonly memberCount: (n: number) => string
    readonly channelAlone: string
    readonly commandMe: string
    readonly commandPoll: string
    readonly commandTodo: string
    readonly poll: string
    readonly pollQuestion: string
    readonly pollOptions: string
    readonly pollOption: (n: number) => string
    readonly withoutOption: (n: number) => string
    readonly tasks: string
    readonly todoTitle: string
    readonly task: (n: number) => string
    readonly taskDescription: (n: number) => string
    readonly description: string
    readonly withoutTask: (n: number) => string
    readonly noColon: string
    readonly addPoll: string
    readonly addTodoList: string
    readonly inEachZone: string
    readonly uploading: (name: string) => string
    readonly files: string
    readonly dropTo: (place: string) => string
    readonly dropHere: string
    readonly dropNowhere: string
    readonly dropBehind: string
    readonly fileTooLarge: (mib: number) => string
    readonly notUploaded: string
    readonly fileUnreadable: string
    readonly uploadFailed: string
    readonly uploadPaused: string
    readonly uploadPending: string
    readonly chooseAgain: (name: string) => string
    readonly removeFile: (name: string) => string
    readonly topicMovedOnTheWay: (place: string) => string
    readonly leftBehind: (place: string, now: string) => string
    readonly goThere: string
    readonly waitsForFiles: string
    readonly preview: string
    readonly nothingToPreview: string
    readonly tools: string
    readonly addFiles: string
    readonly emoji: string
    readonly mentionSomeone: string
    readonly globalTime: string
    readonly snippets: string
    readonly bold: string
    readonly italic: string
    readonly struck: string
    readonly link: string
    readonly code: string
    readonly bulleted: string
    readonly numbered: string
    readonly quote: string
    readonly mathematics: string
    readonly larger: string
    readonly smaller: string
    readonly charactersLeft: (n: number) => string
    readonly sendMenu: string
    readonly sendLater: string
    readonly presetDay: {
      readonly today: string
      readonly tomorrow: string
      readonly monday: string
    }
    readonly otherTime: string
    readonly timeExample: string
    readonly timeNotUnderstood: string
    readonly timeTooSoon: string
    readonly schedule: string
    readonly scheduledFor: (time: string) => string
    readonly undo: string
    readonly saveSnippet: string
    readonly snippetTitle: string
    readonly snippetText: string
    readonly noSnippets: string
    readonly noSnippetFound: string
    readonly filterSnippets: string
    readonly newSnippet: string
    readonly insert: string
    readonly editSnippet: (title: string) => string
    readonly deleteSnippet: (title: string) => string
    readonly snippetDeleted: (title: string) => string
    readonly remindOfThis: string
    readonly noReminders: string
    readonly reminder: string
    readonly reminderOf: (place: string) => string
    readonly reminderAlone: string
    readonly reminderFailed: string
    readonly dateAndTime: string
    readonly save: string
    readonly keepAsDraft: string
    readonly enterSends: string
    readonly noDrafts: string
    readonly unsent: string
    readonly unsentTo: (place: string) => string
    readonly draftTo: (place: string) => string
    readonly draftGone: string
    readonly scheduledThrownAway: string
    readonly toNoOne: string
    readonly throwAway: string
    readonly noScheduled: string
    readonly scheduledTo: (place: string) => string
    readonly notSent: string
    readonly failedAt: (time: string) => string
    readonly failureDetails: string
    readonly newTimeNeeded: string
    readonly changeTime: string
    readonly sendNow: string
    readonly scheduledText: string
    readonly scheduledChanged: string
    readonly scheduledGone: string
    readonly openDraft: string
    readonly makeDraft: string
    readonly cancel: string
    readonly editingNow: (people: readonly string[]) => string
    readonly archivedChannel: string
    readonly notSubscribedHere: string
    readonly cannotPost: (who: 'nobody' | 'owners' | 'administrators' | 'moderators' | 'fullmembers' | 'members' | 'everyone' | 'internet') => string
    readonly onlyGroupPosts: (group: string) => string
    readonly cannotStartTopic: (who: 'nobody' | 'owners' | 'administrators' | 'moderators' | 'fullmembers' | 'members' | 'everyone' | 'internet') => string
    readonly onlyGroupBeginsTopics: (group: string) => string
    readonly topicNeeded: string
    readonly topicsNotUsed: string
    readonly personNotJoined: (name: string) => string
    readonly personGone: (name: string) => string
    readonly tooManyPeople: (n: number) => string
    readonly cannotSendDirectly: string
    readonly cannotStartDirectly: string
    readonly warnEveryone: (n: number, channel: string) => string
    readonly sendAllTheSame: string
    readonly cannotMentionAll: string
    readonly warnNotSubscribed: (channel: string) => string
    readonly warnResolved: string
    readonly warnOutside: (people: readonly string[]) => string
    readonly subscribeThem: (n: number) => string
    readonly warnGroupOutside: (group: string) => string
    readonly warnGuests: (people: readonly string[]) => string
  }
}
