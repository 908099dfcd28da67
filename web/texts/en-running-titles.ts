/** Titles of the pages about people and about running an organization, and what is found by them: for the list of pages. */
export const enRunningTitles = {
  users: 'People',
  active: {
    label: 'Active people',
    help: 'Find people, change roles, add to groups and channels, deactivate; one or many at once.',
  },
  imported: {
    label: 'Imported people',
    help: "People an import brought who haven't joined yet; invite one, some or all of them.",
  },
  deactivated: { label: 'Deactivated people', help: 'Who has left, and giving an account back.' },
  invitations: {
    label: 'Invitations',
    help: 'By mail or by a link: role, groups, channels, until when; send again, take back.',
  },
  bots: 'Bots',
  botsHelp: 'All bots, whose they are, what they may; stop one or bring it back.',
  exports: 'Exports',
  imports: 'Imports',
  backups: 'Backups',
  reports: 'Reports',
  directories: 'Directories (LDAP)',
  audit: 'Audit log',
  directory: 'Directory (SCIM)',
  statistics: 'Statistics',
  integrations: 'Integrations',
  help: {
    exports: 'An archive of the organization’s data, for keeping or moving.',
    imports: 'Take in what was written in another chat: first on trial, then in earnest.',
    backups:
      'Copies of the whole server, each restored on trial. Whoever runs the server sets when they are made and where they go.',
    reports: 'Messages that people have reported, and what was done about them.',
    directories:
      'People and groups of LDAP or Active Directory: what the last synchronization did, a trial, and one at once.',
    audit: 'What administrators have changed, by whom, when and from where.',
    directory: 'An identity provider keeps people and groups here: its address, its tokens, what it has asked for.',
    statistics: 'How many people there are and were there, what they write, and the room that uploads take.',
    integrations:
      'Programs that post here or are told of messages: what came of their last requests, and a test of each.',
  },
}
