/** What an invitation says, as a link and with its picture. */
export interface Invitation {
  title: string;
  text: string;
  url: string;
}
