/** Texts of several words that no language translates: names of products and protocols, and examples. */
export const sameInEveryLanguage = new Set(['OpenID Connect', 'Rocket.Chat'])
