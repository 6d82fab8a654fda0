//! The labels and the words of other languages, with the English ones that they mean.
//!
//! Each string has one entry per English word: `english=word,word|english=word`. Words are in lower case and
//! without accents, Chinese ones are simplified; a `*` at the end of a word matches any ending. What two languages
//! share is in the first of them. An English word is missing where it means something else in another language.

/// A language.
pub(super) struct Language {
    /// Its labels and headings.
    pub(super) labels: &'static str,
    /// Its words: nouns, states, and glue (`~` is left out, `&` joins) that counts only between other words.
    pub(super) words: &'static str,
}

/// Every language; the first ones are the most frequent.
pub(super) const LANGUAGES: &[Language] = &[
    PORTUGUESE, SPANISH, CHINESE, JAPANESE, KOREAN, FRENCH, GERMAN, RUSSIAN, ITALIAN, DUTCH, SWEDISH, POLISH,
    TURKISH, VIETNAMESE, INDONESIAN,
];

const PORTUGUESE: Language = Language {
    labels: "phase=fase|current phase=fase atual,fase actual,fase corrente,fase ativa,fase activa\
        |current phase name=nome da fase|total phases=total de fases|plan=plano\
        |current plan=plano atual,plano actual|status=estado,situacao,status da fase,estado da fase\
        |current status=estado atual,estado actual,status atual\
        |progress=progresso,progresso geral,progresso total,barra de progresso|milestone=marco\
        |current milestone=marco atual,marco actual,milestone atual,milestone actual,milestone ativo,milestone activo\
        |last activity=ultima atividade,ultima actividade\
        |last updated=ultima atualizacao,ultima actualizacao,atualizado,actualizado,atualizado em,actualizado em\
        |current focus=foco atual,foco actual|next phase=proxima fase|next step=proximo passo\
        |next action=proxima acao,proxima accao|next=proxima,proximo\
        |stopped at=parou em,parado em,paramos em|last session=ultima sessao\
        |resume file=arquivo de retomada,ficheiro de retoma|current position=posicao atual,posicao actual",
    words: "phase=fase|phases=fases|plan=plano,planejar,planear|plans=planos|milestone=marco|tasks=tarefas\
        |task=tarefa|current phase=fase atual,fase actual\
        |complete=concluid*,completad*,completo,completa,completos,completas,finalizad*,terminad*,feito,feita,fechad*,encerrad*\
        |shipped=entregue,entregues,lancad*,publicad*|archived=arquivad*\
        |verified=verificad*,validad*,aprovad*|executed=executad*|planned=planejad*,planead*\
        |ready to=pronto para,pronta para,prontos para|execute=executar|start=iniciar,comecar\
        |verify=verificar,validar|discuss=discutir|not=nao,ainda nao|started=iniciad*,comecad*\
        |not started=por iniciar|pending=pendente,pendentes\
        |in progress=em andamento,em progresso,em curso,em desenvolvimento\
        |executing=em execucao,executando\
        |planning=em planejamento,em planeamento,planejando,planejamento,planeamento|execution=execucao\
        |verifying=em verificacao,em validacao,verificando|verification=verificacao,validacao\
        |awaiting=aguardando,a espera de|paused=pausad*,em pausa,suspenso,suspensa,parado,parada\
        |blocked=bloquead*,impedid*|next=proxima,proximo,seguinte|nearly=quase|partially=parcialmente\
        |all=todos os,todas as|none=nenhum,nenhuma|created=criad*|defined=definid*\
        |context=contexto|gathered=coletad*,reunid*|initialized=inicializad*\
        |active=ativo,ativa,activo,activa|project=projeto,projecto|requirements=requisitos|in=na,no,em\
        |with=com|&=e|~=a,o,as,os,da,do,das,dos,de,ao,para",
};

const SPANISH: Language = Language {
    labels: "current phase=fase en curso|current phase name=nombre de la fase|current plan=plan actual\
        |status=estado de la fase|progress=progreso,progreso general,progreso total,avance|milestone=hito\
        |current milestone=hito actual|last activity=ultima actividad|last updated=ultima actualizacion\
        |current focus=enfoque actual|next phase=siguiente fase|next step=proximo paso,siguiente paso\
        |next action=proxima accion,siguiente accion|next=siguiente|stopped at=detenido en,parado en\
        |last session=ultima sesion|resume file=archivo de reanudacion|current position=posicion actual",
    words: "milestone=hito|plan=planificar|plans=planes|tasks=tareas|task=tarea|complete=hecho,hecha,cerrad*\
        |shipped=entregad*,lanzad*,desplegad*|archived=archivad*|verified=aprobad*|executed=ejecutad*\
        |planned=planificad*|ready to=listo para,lista para,listos para|execute=ejecutar\
        |start=comenzar,empezar|planning=planificacion,planificando,en planificacion|execution=ejecucion\
        |executing=en ejecucion,ejecutando|in progress=en progreso,en curso,en desarrollo,en marcha\
        |not started=no iniciad*,no comenzad*,sin iniciar,sin empezar\
        |not complete=no completad*,no terminad*|not=todavia no,aun no|pending=pendiente,pendientes\
        |paused=en pausa,detenid*|next=siguiente|nearly=casi|all=todos los,todas las\
        |awaiting=esperando,en espera de,a la espera de|waiting=en espera|none=ninguno,ninguna\
        |verifying=en verificacion,en validacion|verification=verificacion|created=cread*\
        |gathered=recopilad*|project=proyecto|in=en|with=con|&=y|~=el,la,los,las,del,al",
};

const CHINESE: Language = Language {
    labels: "phase=阶段|current phase=当前阶段,目前阶段|plan=计划|current plan=当前计划|status=状态|current status=当前状态,目前状态\
        |progress=进度,进度条,总进度,总体进度,整体进度|milestone=里程碑|current milestone=当前里程碑|last activity=最后活动,最近活动,上次活动\
        |last updated=更新日期,最后更新,最近更新,更新时间|current focus=当前焦点,当前重点|next phase=下一阶段|next step=下一步\
        |stopped at=停止于,停在|last session=上次会话,最后会话|resume file=恢复文件|current position=当前位置,目前位置",
    words: "phase=阶段|phases=个阶段|plan=计划|plans=个计划|tasks=个任务|milestone=里程碑|current phase=当前阶段\
        |complete=已完成,完成,完成了,已全部完成,全部完成,已结束|not complete=未完成,待完成|completion=完成度|planning complete=规划完成\
        |execution complete=执行完成|discussion complete=讨论完成|shipped=已发布,已交付,已上线|archived=已归档\
        |verified=已验证,验证通过|executed=已执行|planned=已规划|ready to plan=准备规划,待规划,可以规划,可规划\
        |ready to execute=准备执行,待执行,可以执行,可执行|ready for verification=待验证,准备验证,等待验证|awaiting planning=等待规划\
        |awaiting execution=等待执行|planning=规划中,计划中,正在规划|executing=执行中,正在执行|in progress=进行中,正在进行,开发中,实施中\
        |not started=未开始,尚未开始,待开始,未启动|pending=待处理|awaiting=等待|paused=已暂停,暂停,暂停中|blocked=阻塞,已阻塞,被阻塞,受阻\
        |verifying=验证中,正在验证|all=全部,所有|nearly=几乎|partially=部分|next=下一步,下一个,下一阶段|context gathered=上下文已收集\
        |roadmap created=路线图已创建|none=无,暂无|~=第,的",
};

const JAPANESE: Language = Language {
    labels: "phase=フェーズ|current phase=現在のフェーズ|plan=プラン|current plan=現在のプラン|status=ステータス,現状\
        |current status=現在の状态,現在のステータス|progress=进捗,进捗状況|milestone=マイルストーン|current milestone=現在のマイルストーン\
        |last activity=最終アクティビティ,最終活动|last updated=最終更新,最終更新日|current focus=現在のフォーカス|next phase=次のフェーズ\
        |next step=次のステップ|stopped at=停止位置,中断位置|last session=前回のセッション,最終セッション|resume file=再开ファイル\
        |current position=現在の位置,現在地,現在位置",
    words: "phase=フェーズ|plan=プラン|milestone=マイルストーン|complete=完了,完了済み,完了しました,済み|not complete=未完了|shipped=リリース済み\
        |archived=アーカイブ済み|verified=検証済み,承認済み|planned=计画済み|executed=実行済み,実行完了\
        |ready to plan=计画准备完了,计画の准备完了,计画可能,计画待ち|planning=计画中|ready to execute=実行准备完了,実行の准备完了,実行可能,実行待ち\
        |executing=実行中|ready for verification=検証准备完了,検証待ち|verifying=検証中|in progress=作業中,実装中,开発中,対応中\
        |not started=未着手|pending=待機中|paused=一時停止,一時停止中,中断,中断中,保留,保留中|blocked=ブロック中,ブロック|all=全,すべて,全て\
        |partially=一部|next=次,次は,次の|none=なし|~=の,を,は,が",
};

const KOREAN: Language = Language {
    labels: "phase=페이즈,단계|current phase=현재 페이즈,현재 단계,현재 진행 단계|plan=플랜,계획|current plan=현재 플랜,현재 계획|status=상태\
        |current status=현재 상태|progress=진행률,진행 상황,진행 바,진행도,전체 진행률|milestone=마일스톤|current milestone=현재 마일스톤\
        |last activity=최근 활동,마지막 활동|last updated=마지막 업데이트,최종 업데이트|current focus=현재 초점,현재 포커스\
        |next step=다음 단계|next phase=다음 페이즈|stopped at=중단 지점,중단 위치|last session=마지막 세션|resume file=재개 파일\
        |current position=현재 위치",
    words: "phase=페이즈,단계|plan=플랜,계획|milestone=마일스톤|complete=완료,완료됨,완료되었습니다|not complete=미완료\
        |shipped=출시됨,배포됨,배포 완료,출시 완료|archived=보관됨|verified=검증됨,검증 완료|planned=계획됨|planning complete=계획 완료\
        |ready to plan=계획 준비 완료,계획 준비됨,계획 대기|planning=계획 중,계획중|ready to execute=실행 준비 완료,실행 준비됨,실행 대기\
        |executing=실행 중,실행중|ready for verification=검증 준비 완료,검증 대기|verifying=검증 중,검증중\
        |in progress=진행 중,진행중,작업 중,개발 중|not started=시작 전,미시작,시작되지 않음|pending=대기,대기 중\
        |paused=일시 중지,일시 중지됨,일시정지,중단,중단됨,보류|blocked=차단됨,차단,막힘|all=모든,전체|partially=부분|next=다음|none=없음|~=의,제",
};

const FRENCH: Language = Language {
    labels: "current phase=phase actuelle,phase en cours,phase courante|current phase name=nom de la phase\
        |current plan=plan actuel,plan en cours|status=statut,etat\
        |current status=statut actuel,etat actuel|progress=progression,avancement|milestone=jalon\
        |current milestone=jalon actuel,jalon en cours|last activity=derniere activite\
        |last updated=derniere mise a jour,mis a jour|current focus=focus actuel,focus courant\
        |next phase=prochaine phase,phase suivante|next step=prochaine etape|next action=prochaine action\
        |stopped at=arrete a|last session=derniere session|resume file=fichier de reprise\
        |current position=position actuelle,position courante",
    words: "milestone=jalon|plan=planifier|tasks=taches|task=tache|current phase=phase actuelle\
        |complete=terminé,terminée,terminés,terminées,achevé,achevee,completee,completees,fait,faite\
        |shipped=livré,livrée,livrés,livrées,deploye,deployee|archived=archivé,archivée|executed=exécuté,exécutée|verified=vérifié,vérifiée,validé,validée\
        |planned=planifie,planifiee\
        |ready to=pret a,prete a,pret pour,prete pour|start=commencer,demarrer\
        |in progress=en cours,en developpement|executing=en cours d'execution,en execution\
        |planning=planification,en planification,en cours de planification\
        |verifying=en verification,en cours de verification\
        |not started=a faire,pas commence,pas commencee,non commence,non commencee,non demarre,non demarree,pas encore commence,pas encore commencee\
        |not complete=non termine,non terminee,pas termine,pas terminee,pas encore terminee|not=pas encore\
        |awaiting=en attente de|pending=en attente|blocked=bloqué,bloquée\
        |next=prochaine,prochain,suivante,suivant|nearly=presque|partially=partiellement\
        |all=tous les,toutes les|none=aucun,aucune|created=créé,créée|context=contexte\
        |project=projet|in=dans|with=avec|&=et|~=sur,le,les,du,des",
};

const GERMAN: Language = Language {
    labels: "current phase=aktuelle phase,derzeitige phase|current phase name=name der phase,phasenname\
        |current plan=aktueller plan|current status=aktueller status\
        |progress=fortschritt,gesamtfortschritt|milestone=meilenstein\
        |current milestone=aktueller meilenstein|last activity=letzte aktivitat,letzte aktivitaet\
        |last updated=letzte aktualisierung,zuletzt aktualisiert|current focus=aktueller fokus\
        |next phase=nachste phase,naechste phase|next step=nachster schritt,naechster schritt\
        |stopped at=angehalten bei,unterbrochen bei|last session=letzte sitzung,letzte session\
        |resume file=fortsetzungsdatei|current position=aktuelle position",
    words: "phases=phasen|milestone=meilenstein|plan=planen|all plans=alle pläne|tasks=aufgaben\
        |current phase=aktuelle phase\
        |complete=abgeschlossen,fertig,fertiggestellt,erledigt,beendet,vollstandig,vollstaendig\
        |nearly complete=fast fertig,fast abgeschlossen|shipped=ausgeliefert|archived=archiviert\
        |verified=verifiziert,gepruft,geprueft,abgenommen|executed=ausgefuhrt,ausgefuehrt|planned=geplant\
        |ready to=bereit zum,bereit zur,bereit fur,bereit fuer|execute=ausfuhren,ausfuehren\
        |execution=ausfuhrung,ausfuehrung,umsetzung|planning=planung,in planung\
        |verification=verifizierung,prufung,pruefung|executing=in ausfuhrung,in ausfuehrung,in umsetzung\
        |in progress=in arbeit,in bearbeitung,laufend,lauft,laeuft|verifying=in verifizierung,in prufung\
        |not=nicht,noch nicht|started=begonnen,gestartet|pending=ausstehend,offen\
        |awaiting=wartet auf,warten auf|paused=pausiert,angehalten,unterbrochen|blocked=blockiert\
        |next=nachste,naechste,als nachstes|all=alle|nearly=nahezu|partially=teilweise\
        |none=keine,keiner,kein|context=kontext|created=erstellt|defined=definiert|project=projekt\
        |with=mit|&=und|~=der,die,den,dem,von,fur,fuer",
};

const RUSSIAN: Language = Language {
    labels: "phase=фаза,этап|current phase=текущая фаза,текущий этап|current phase name=название фазы|plan=план\
        |current plan=текущий план|status=статус,состояние|current status=текущий статус|progress=прогресс\
        |milestone=веха|current milestone=текущая веха,текущий milestone\
        |last activity=последняя активность|last updated=последнее обновление,обновлено\
        |current focus=текущий фокус|next phase=следующая фаза|next step=следующий шаг\
        |stopped at=остановились на,остановка на|last session=последняя сессия\
        |current position=текущая позиция,текущее положение",
    words: "phase=фаза,фазы,фазе,фазу,этап,этапа|plan=план,плана|plans=планы,планов|milestone=веха\
        |tasks=задачи,задач|complete=завершен*,выполнен*,готово|completion=завершени*\
        |executing=выполнени*,выполняется,исполнение|execution=выполнению,исполнению|shipped=выпущен*\
        |archived=архивирован*|verified=проверен*|planned=запланирован*,спланирован*\
        |planning=планирование,планируется,планированию\
        |verification=верификация,верификации,проверка,проверке\
        |ready to=готов к,готова к,готово к,готовы к|in progress=в работе,в процессе,в разработке\
        |not=не,еще не|started=начата,начат,начато|awaiting=ожидает,ожидается,ждет\
        |paused=приостановлен*,на паузе,пауза|blocked=заблокирован*|next=следующая,следующий,далее|all=все\
        |nearly=почти|partially=частично|none=нет|context=контекст|gathered=собран\
        |created=создан,создана|project=проект|in=в|with=с|&=и|~=к,на,по,для,из",
};

const ITALIAN: Language = Language {
    labels: "current phase=fase attuale|plan=piano|current plan=piano attuale|status=stato\
        |current status=stato attuale|progress=avanzamento|current milestone=milestone attuale\
        |last activity=ultima attivita|last updated=ultimo aggiornamento|current focus=focus attuale\
        |next phase=prossima fase|next step=prossimo passo|next action=prossima azione\
        |last session=ultima sessione|current position=posizione attuale",
    words: "phases=fasi|plan=piano,pianificare|plans=piani\
        |complete=completat*,conclusa,concluso,terminata,terminato|shipped=rilasciat*|planned=pianificat*\
        |ready to=pronto per,pronta per,pronto a,pronta a|execute=eseguire|execution=esecuzione\
        |planning=pianificazione,in pianificazione|executing=in esecuzione|verification=verifica\
        |verifying=in verifica|verified=verificata,verificato,approvat*|in progress=in corso|not started=non iniziat*,non avviat*,da iniziare|not complete=non completat*|not=non ancora\
        |started=iniziat*,avviat*|awaiting=in attesa di|waiting=in attesa\
        |paused=in pausa,sospes*|blocked=bloccat*|next=prossima,prossimo|all=tutti i,tutte le|nearly=quasi\
        |none=nessuno,nessuna|~=il,della,dei,di,per",
};

const DUTCH: Language = Language {
    labels: "current phase=huidige fase|current plan=huidig plan|current status=huidige status\
        |progress=voortgang|milestone=mijlpaal|last activity=laatste activiteit\
        |last updated=laatst bijgewerkt|current focus=huidige focus|next phase=volgende fase\
        |next step=volgende stap|current position=huidige positie",
    words: "plans=plannen|ready to plan=klaar om te plannen|complete=voltooid,afgerond,klaar\
        |ready to=klaar voor,klaar om te,gereed voor|execute=uitvoeren|execution=uitvoering\
        |executing=in uitvoering|in progress=bezig|planned=gepland|not=niet,nog niet|started=gestart\
        |awaiting=wacht op|paused=gepauzeerd|blocked=geblokkeerd|verified=geverifieerd,goedgekeurd\
        |verification=verificatie|next=volgende|~=van,het,voor",
};

const SWEDISH: Language = Language {
    labels: "phase=fas|current phase=aktuell fas,nuvarande fas|current plan=aktuell plan|progress=framsteg\
        |milestone=milstolpe|last activity=senaste aktivitet|last updated=senast uppdaterad\
        |current focus=aktuellt fokus|next phase=nasta fas|next step=nasta steg\
        |current position=aktuell position",
    words: "phase=fas,fasen|complete=klar,klart,klara,fardig,genomford,genomforda,slutford,avslutad,komplett\
        |executed=exekverad|ready to=redo att,redo for,klar att,klar for|plan=planera|planned=planerad\
        |in progress=pågår,pågående|not=inte|started=paborjad,startad|awaiting=vantar pa|blocked=blockerad\
        |verified=verifierad|verification=verifiering|next=nasta|all=alla|after=efter|&=och|~=av",
};

const POLISH: Language = Language {
    labels: "phase=faza|current phase=aktualna faza,biezaca faza,obecna faza|current plan=aktualny plan\
        |status=stan|progress=postep|milestone=kamien milowy|last activity=ostatnia aktywnosc\
        |last updated=ostatnia aktualizacja|next phase=nastepna faza|next step=nastepny krok\
        |current position=aktualna pozycja",
    words: "phase=faza,fazy,fazie|plan=planu|plans=plany,planow|complete=zakonczon*,ukonczon*,wykonan*,gotowe\
        |ready to=gotowy do,gotowa do,gotowe do|planning=planowanie,planowania\
        |execution=wykonania,realizacji|in progress=w toku,w trakcie|not=nie,jeszcze nie\
        |started=rozpoczet*|planned=zaplanowan*|awaiting=oczekuje na|paused=wstrzyman*|blocked=zablokowan*\
        |verified=zweryfikowan*|verification=weryfikacji|all=wszystkie|next=nastepna|~=z",
};

const TURKISH: Language = Language {
    labels: "phase=asama,faz|current phase=mevcut asama,gecerli asama,su anki asama|current plan=mevcut plan\
        |status=durum|current status=mevcut durum|progress=ilerleme\
        |last activity=son etkinlik,son aktivite|last updated=son guncelleme|current focus=mevcut odak\
        |next step=sonraki adim|current position=mevcut konum",
    words: "phase=asama,faz|complete=tamamlandi,bitti|in progress=devam ediyor|ready to plan=planlamaya hazir\
        |ready to execute=yurutmeye hazir,uygulamaya hazir|not started=baslamadi,baslanmadi\
        |pending=bekliyor,beklemede|paused=duraklatildi|blocked=engellendi|planned=planlandi\
        |planning=planlaniyor|executing=yurutuluyor|next=sonraki|all=tum",
};

const VIETNAMESE: Language = Language {
    labels: "phase=giai doan|current phase=giai doan hien tai|plan=ke hoach|current plan=ke hoach hien tai\
        |status=trang thai|current status=trang thai hien tai|progress=tien do|milestone=cot moc\
        |last activity=hoat dong gan nhat,hoat dong cuoi|last updated=cap nhat lan cuoi\
        |next phase=giai doan tiep theo|next step=buoc tiep theo|current position=vi tri hien tai",
    words: "phase=giai doan|plan=ke hoach|complete=hoan thanh,hoan tat,xong|not=chua|not started=chua bat dau\
        |in progress=dang thuc hien,dang tien hanh|ready to plan=san sang lap ke hoach\
        |ready to execute=san sang thuc hien|paused=tam dung|blocked=bi chan|planning=dang lap ke hoach\
        |pending=dang cho|verifying=dang kiem tra|all=tat ca|~=trong",
};

const INDONESIAN: Language = Language {
    labels: "current phase=fase saat ini,fase sekarang|plan=rencana|progress=kemajuan,progres\
        |last activity=aktivitas terakhir|last updated=terakhir diperbarui|current focus=fokus saat ini\
        |next phase=fase berikutnya|next step=langkah selanjutnya,langkah berikutnya\
        |current position=posisi saat ini",
    words: "plan=rencana|complete=selesai|in progress=sedang berjalan,berlangsung,sedang dikerjakan|not=belum\
        |started=dimulai|ready to plan=siap direncanakan|ready to execute=siap dieksekusi\
        |paused=dijeda,ditunda|blocked=terblokir|awaiting=menunggu|all=semua|next=berikutnya\
        |planned=direncanakan|~=dari",
};
