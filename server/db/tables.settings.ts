/** The tables of settings that an operator has changed, as Kysely sees them. */
interface Changed {
  value: string;
  changed_at: Date;
  changed_by: string;
}

export interface SettingTables {
  operator_settings: Changed & { name: string };
  coin_settings: Changed & { coin: string; name: string };
}
