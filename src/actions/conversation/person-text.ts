import * as v from 'valibot';
import { ContactName } from '../../contract/contact.ts';
import { EmailAddress } from '../../contract/schema.ts';
import { readNameAndAddress } from '../../text/name-and-address.ts';
import { type SafeText, safeLine, t } from '../../text/safe.ts';

/** The form in which a person is typed, as a rule below a field. */
export const PERSON_RULE = t`Name <address>`;

/** Why the help center would not take a name and address; undefined if it would. `isOptional`: no address is right. */
export function whyNotPerson(text: string, isOptional = false): SafeText | undefined {
  const { name, email } = readNameAndAddress(text);
  const wrongName = faultOf(ContactName, name);
  if (wrongName !== undefined) return name === '' ? t`A name comes first: ${PERSON_RULE}` : t`The name ${wrongName}`;
  if (email === '') return isOptional ? undefined : t`An address is needed: ${PERSON_RULE}`;
  const wrongAddress = faultOf(EmailAddress, email);
  return wrongAddress === undefined ? undefined : t`The address ${wrongAddress}`;
}

function faultOf(schema: v.GenericSchema<unknown, unknown>, value: string): SafeText | undefined {
  const [issue] = v.safeParse(schema, value).issues ?? [];
  return issue && safeLine(issue.message);
}
