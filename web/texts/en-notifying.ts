/** Texts of how this browser is asked whether it notifies. */
export const enNotifying = {
  offer: 'This browser can tell you of messages while you look at something else.',
  turnOn: 'Turn on notifications',
  notHere: 'Not here',
  title: 'This browser',
  label: 'Notify me in this browser',
  states: {
    off: 'It tells you of nothing. The table below says of what it would.',
    on: 'It tells you of messages, as the table below says, while a page of Loquat is open.',
    pushed:
      'It tells you of messages, as the table below says; while no page of Loquat is open, what your phone would be told.',
    blocked:
      'The browser blocks notifications of this site. Allow them in its settings for this site, which are beside the address, and come back.',
    insecure: 'Browsers notify only on secure addresses (https). Ask whoever runs this server.',
    install:
      'On this device, notifications come to the installed app: share, then “Add to Home Screen”, and open it there.',
    unsupported: 'This browser knows no notifications.',
  },
  noPush: 'While no page of Loquat is open nothing can come: the browser has no push service, or cannot reach it.',
  turnOff: 'Turn off',
  tryNotification: 'See how a notification looks here',
  showTest: 'Show one',
  trySound: 'Hear the sound that you have chosen',
  playSound: 'Play it',
  openSound: 'A browser rings in a page in which you have pressed something since it was opened.',
}
export type NotifyingTexts = typeof enNotifying
