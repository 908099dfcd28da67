/** Of what this client does not act on, and the server neither: it is kept for others. */
export const forOtherClients = 'For other clients: this one does nothing with it.'
/** Of e-mails and messages that the server does not know how to write. */
export const sentByNobody = 'This server sends none.'
