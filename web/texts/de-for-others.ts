export const forOtherClients = 'Für andere Clients: Dieser tut nichts damit.'
export const sentByNobody = 'Dieser Server verschickt keine.'
