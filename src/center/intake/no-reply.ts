/** Addresses whose owners do not read what is sent to them. */
const NO_REPLY =
  /(?:^|[._+-])(?:no[._-]?(?:reply|response|responder|responda)|(?:do[._-]?not|dont)[._-]?reply|nao[._-]?responda|ne[._-]?pas[._-]?repondre|(?:keine|nicht)[._-]?antwort(?:en)?|niet[._-]?(?:be)?antwoorden|non[._-]?rispondere)(?:$|[._+\d-])/i;

/** Whether an address says of itself that nobody reads what is sent to it. */
export function isNoReply(address: string): boolean {
  return NO_REPLY.test(address.slice(0, address.lastIndexOf('@')));
}
