/** An organization can't be moved; the message tells the server's operator why. */
export class MoveError extends Error {}
