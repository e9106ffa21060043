/** The domain of an address, in lower case. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1).toLowerCase();
}

/** Whether two addresses are of one domain. */
export function isOfSameDomain(one: string, other: string): boolean {
  return domainOf(one) === domainOf(other);
}
