/** Titles of the user management and administration pages, with the descriptions used by settings search. */
export const enRunningTitles = {
  users: 'Users',
  active: {
    label: 'Active users',
    help: 'Find users, change roles, add to groups and channels, or deactivate, one at a time or in bulk.',
  },
  imported: {
    label: 'Imported users',
    help: 'Users from an import who haven’t joined yet. Invite one, some, or all of them.',
  },
  deactivated: { label: 'Deactivated users', help: 'View and reactivate deactivated users.' },
  invitations: {
    label: 'Invitations',
    help: 'Invite people by email or link, resend invitations, or revoke them.',
  },
  bots: 'Bots',
  botsHelp: 'All bots with their owners and roles. Deactivate or reactivate a bot.',
  exports: 'Exports',
  imports: 'Imports',
  backups: 'Backups',
  reports: 'Reports',
  directories: 'LDAP directories',
  audit: 'Audit log',
  directory: 'SCIM provisioning',
  statistics: 'Statistics',
  integrations: 'Integrations',
  help: {
    exports: 'Download your organization’s data to archive it or move it.',
    imports: 'Import data from another chat app. Start with a dry run to check the result.',
    backups: 'Backups of the whole server, each verified with a test restore. Set up by the server administrator.',
    reports: 'Messages that people have reported, and the actions taken.',
    directories: 'Sync users and groups from LDAP or Active Directory. View the last sync, do a dry run, or sync now.',
    audit: 'Changes made by administrators, with who made them, when, and from where.',
    directory: 'Let an identity provider manage users and groups with SCIM.',
    statistics: 'Users, activity, messages, and storage.',
    integrations: 'Incoming and outgoing webhooks, with recent requests and a way to test each one.',
  },
}
