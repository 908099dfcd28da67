/** Texts of the notification settings of this browser. */
export const enNotifying = {
  offer: 'Get notified about new messages while you’re doing something else.',
  turnOn: 'Turn on notifications',
  notHere: 'No thanks',
  title: 'This browser',
  label: 'Notify me in this browser',
  states: {
    off: 'Desktop notifications are off.',
    on: 'You get the notifications chosen below while Loquat is open.',
    pushed: 'You get the notifications chosen below while Loquat is open, and mobile notifications while it’s closed.',
    blocked:
      'Your browser blocks notifications from this site. Allow them in the site settings next to the address, then come back.',
    insecure: 'Notifications need a secure address (https). Ask your server administrator.',
    install:
      'On this device, only the installed app can notify you. Tap Share, then “Add to Home Screen,” and open Loquat from there.',
    unsupported: 'This browser doesn’t support notifications.',
  },
  noPush: 'You won’t get notifications while Loquat is closed: your browser has no push service or can’t reach it.',
  turnOff: 'Turn off',
  tryNotification: 'Test notification',
  showTest: 'Show',
  trySound: 'Test sound',
  playSound: 'Play',
  openSound: 'Click anywhere on this page, then try again. Browsers only play sounds on pages you’ve used.',
}
export type NotifyingTexts = typeof enNotifying
