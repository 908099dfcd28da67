/** An organization cannot be moved; the message says why, for whoever runs the server. */
export class MoveError extends Error {}
