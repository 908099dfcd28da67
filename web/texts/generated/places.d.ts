// Written by npm run generate from web/texts/en.arb.

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
    readonly lockTopic: string
    readonly changeLock: string
    readonly unlockTopic: string
    readonly lockTitle: (name: string) => string
    readonly changeLockTitle: (name: string) => string
    readonly lockMore: string
    readonly lockFor: string
    readonly lockUntilUnlocked: string
    readonly lockUntil: (end: string) => string
    readonly lockReason: string
    readonly lock: string
    readonly saveLock: string
    readonly topicLocked: (name: string) => string
    readonly lockChanged: string
    readonly topicUnlocked: (name: string) => string
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
    readonly firstSteps: (organization: string) => string
    readonly inviteTeam: string
    readonly linkUntil: (day: string) => string
    readonly copyInvite: string
    readonly appearAs: (name: string) => string
    readonly changeName: string
    readonly removeSamples: string
    readonly samplesRemoved: string
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
    readonly makeFolder: string
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
      readonly files: string
    }
    readonly archive: string
    readonly unarchive: string
    readonly archived: string
    readonly noDescription: string
    readonly pinned: string
    readonly pinnedTopics: string
    readonly nothingPinned: string
    readonly files: string
    readonly noFiles: string
    readonly olderFiles: string
    readonly goToMessage: string
    readonly firstMessage: string
    readonly firstTopic: string
    readonly firstMessageText: string
    readonly suggestedPeople: string
    readonly addOne: (name: string) => string
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
